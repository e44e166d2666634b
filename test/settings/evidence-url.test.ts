import { expect, test } from 'vitest'
import { evidenceUrl } from '#settings/evidence-url.ts'

const plain = { bucket: 'shots', prefix: '', keyId: 'k', secretKey: 's', region: 'us-east-1' }

test.each([
  [
    's3://k:s@shots?region=eu-central-1',
    { ...plain, region: 'eu-central-1', url: 'https://shots.s3.eu-central-1.amazonaws.com/' },
  ],
  [
    's3://k:s@shots/urlwitness/one/?region=us-east-1',
    { ...plain, prefix: 'urlwitness/one/', url: 'https://shots.s3.us-east-1.amazonaws.com/' },
  ],
  // MinIO beside the service, R2, Garage on a port.
  [
    's3://k:s@shots/?endpoint=http://127.0.0.1:9000',
    { ...plain, url: 'http://127.0.0.1:9000/shots/' },
  ],
  [
    's3://k:s@shots?endpoint=https://0a1b.r2.cloudflarestorage.com/&region=auto',
    { ...plain, region: 'auto', url: 'https://0a1b.r2.cloudflarestorage.com/shots/' },
  ],
  [
    's3://GK12:a%2Fb%2Bc%40%3A%3D@my.shots?endpoint=https://s3.example.com:3900&region=garage',
    {
      ...plain,
      bucket: 'my.shots',
      keyId: 'GK12',
      secretKey: 'a/b+c@:=',
      region: 'garage',
      url: 'https://s3.example.com:3900/my.shots/',
    },
  ],
])('%s names a bucket', (text, url) => {
  expect(evidenceUrl.parse(text)).toEqual(url)
})

const noBucket = 'names no bucket'
const noServer = 'has an endpoint that is not https://host (http on loopback only)'
const oddPrefix = 'has a prefix that is not letters, digits, hyphens, dots and slashes'
const noKey = 'names no key: s3://KEYID:SECRET@bucket, with / in the secret as %2F'
const noRegion =
  'needs region=NAME, or endpoint=https://host if the name of the bucket contains a dot'

test.each([
  ['shots', 'is not an absolute URL: write / in the secret as %2F, @ as %40, : as %3A'],
  ['https://k:s@shots.s3.amazonaws.com/', 'does not begin with s3://'],
  [
    's3://k:se/cret@shots?region=a',
    'is not an absolute URL: write / in the secret as %2F, @ as %40, : as %3A',
  ],
  ['s3:shots', noBucket],
  ['s3://k:s@S?region=a', noBucket],
  ['s3://k:s@shots:9000?region=a', noBucket],
  ['s3://k:s@shots/a%20b?region=a', oddPrefix],
  ['s3://k:s@shots/a//b?region=a', oddPrefix],
  ['s3://shots?region=a', noKey],
  ['s3://k@shots?region=a', noKey],
  ['s3://k:%zz@shots?region=a', noKey],
  ['s3://k:s@shots', noRegion],
  ['s3://k:s@my.shots?region=eu-central-1', noRegion],
  ['s3://k:s@shots?region=eu.central', 'has an invalid region'],
  ['s3://k:s@shots?endpoint=http://s3.example.com', noServer],
  ['s3://k:s@shots?endpoint=s3.example.com', noServer],
  ['s3://k:s@shots?endpoint=https://u:p@s3.example.com', noServer],
  ['s3://k:s@shots?endpoint=https://s3.example.com/path', noServer],
  ['s3://k:s@shots?acl=public-read', 'has the parameter acl; allowed: endpoint, region'],
])('%s is refused: it %s', (text, message) => {
  const { error } = evidenceUrl.safeParse(text)
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})
