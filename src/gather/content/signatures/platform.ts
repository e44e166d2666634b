import type { PageSignature } from './page-signature.ts'

/**
 * Pages that hosting platforms send for a name without a deployment. Derived from "Can I take over XYZ?" by EdOverflow and
 * contributors (github.com/EdOverflow/can-i-take-over-xyz at 5bd4e12), licensed under CC BY 4.0
 * (creativecommons.org/licenses/by/4.0). Changes: only some of its fingerprints are used; those that any site could contain
 * ("project not found") also require a string of the platform in the source; Vercel, Firebase, Railway and Azure were
 * added or rewritten.
 */
export const platformPlaceholders: readonly PageSignature[] = [
  { id: 'vercel', text: ['The deployment could not be found on Vercel.'] },
  { id: 'vercel', titleStart: '404: NOT_FOUND', raw: ['DEPLOYMENT_NOT_FOUND'] },
  { id: 'netlify', text: ['Not Found - Request ID:'] },
  { id: 'heroku', title: 'No such app' },
  { id: 'github-pages', text: ["There isn't a GitHub Pages site here."] },
  { id: 'aws-s3', raw: ['<Code>NoSuchBucket</Code>', 'The specified bucket does not exist'] },
  { id: 'aws-s3', title: '404 Not Found', raw: ['Code: NoSuchBucket'] },
  { id: 'cloudfront', text: ['ViewerCertificateException'] },
  { id: 'fastly', text: ['Fastly error: unknown domain:'] },
  { id: 'firebase', title: 'Site Not Found', text: ["You haven't deployed an app yet."] },
  { id: 'railway', text: ['The train has not arrived at the station.'] },
  { id: 'azure', text: ['404 Web Site not found.'] },
  { id: 'agile-crm', text: ['Sorry, this page is no longer available.'], raw: ['agilecrm'] },
  { id: 'airee', text: ['Ошибка 402. Сервис Айри.рф не оплачен'] },
  { id: 'anima', text: ['The page you were looking for does not exist.'], raw: ['animaapp'] },
  { id: 'campaign-monitor', text: ['Trying to access your account?'], raw: ['campaignmonitor'] },
  { id: 'campaign-monitor', text: ['Trying to access your account?'], raw: ['createsend'] },
  { id: 'desk', text: ['Please try again or try Desk.com free for 14 days.'] },
  { id: 'digital-ocean', text: ['Domain uses DO name servers with no records in DO.'] },
  {
    id: 'dreamhost',
    text: ["Site Not Found Well, this is awkward. The site you're looking for is not here."],
  },
  { id: 'feedpress', text: ['The feed has not been found.'], raw: ['feedpress'] },
  { id: 'freshdesk', text: ['Maybe this is still fresh! You can claim it now at'] },
  {
    id: 'getresponse',
    text: ['With GetResponse Landing Pages, lead generation has never been easier'],
  },
  {
    id: 'google-sites',
    text: ["The requested URL was not found on this server. That's all we know."],
    raw: ['google'],
  },
  { id: 'hatena-blog', text: ['404 Blog is not found'], raw: ['hatena'] },
  { id: 'help-juice', text: ["We could not find what you're looking for."], raw: ['helpjuice'] },
  { id: 'help-scout', text: ['No settings were found for this company:'] },
  { id: 'hubspot', text: ["This page isn't available"], raw: ['hubspot'] },
  { id: 'intercom', text: ["Uh oh. That page doesn't exist."], raw: ['intercom'] },
  { id: 'jetbrains-youtrack', text: ['is not a registered InCloud YouTrack'] },
  { id: 'kinsta', text: ['No Site For Domain'], raw: ['kinsta'] },
  { id: 'landingi', text: ["It looks like you're lost..."], raw: ['landingi'] },
  {
    id: 'mailchimp',
    text: ["you're trying to reach a page that was built by Mailchimp but is no longer active."],
  },
  { id: 'pantheon', text: ['404 error unknown site!'] },
  { id: 'pingdom', text: ["Sorry, couldn't find the status page"], raw: ['pingdom'] },
  {
    id: 'readme-io',
    text: ['The creators of this project are still working on making everything perfect!'],
  },
  {
    id: 'read-the-docs',
    text: ['The link you have followed or the URL that you entered does not exist.'],
    raw: ['readthedocs'],
  },
  { id: 'shopify', text: ['Sorry, this shop is currently unavailable.'] },
  {
    id: 'smart-job-board',
    text: ['This job board website is either expired or its domain name is invalid.'],
  },
  { id: 'surge', text: ['project not found'], raw: ['surge.sh'] },
  { id: 'tilda', text: ['Please renew your subscription'], raw: ['tilda'] },
  {
    id: 'tumblr',
    text: ["Whatever you were looking for doesn't currently exist at this address"],
    raw: ['tumblr'],
  },
  { id: 'uberflip', text: ["The URL you've accessed does not provide a hub."] },
  { id: 'unbounce', text: ['The requested URL was not found on this server.'], raw: ['unbounce'] },
  { id: 'uservoice', text: ['This UserVoice subdomain is currently available!'] },
  {
    id: 'webflow',
    text: ["The page you are looking for doesn't exist or has been moved."],
    raw: ['webflow'],
  },
  { id: 'wix', text: ["Looks Like This Domain Isn't Connected To A Website Yet!"] },
  {
    id: 'worksites',
    text: ["Hello! Sorry, but the website you're looking for doesn't exist."],
  },
  { id: 'zendesk', text: ['Help Center Closed'], raw: ['zendesk'] },
]
