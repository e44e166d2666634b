import type { Settings } from '#settings/settings.ts'
import { formatHostPort } from '#settings/values.ts'

export const proxies = ['caddy', 'nginx'] as const
export type ReverseProxy = (typeof proxies)[number]

/** The name in the settings of a proxy while `base_url` is not set. */
export const exampleHost = 'verify.example.com'

/**
 * Settings of a reverse proxy that ends TLS in front of the service. The service reads no `Forwarded` or `X-Forwarded-*`
 * field: the payer is named in the payment, and the quoted address is `base_url`.
 */
export function proxyExample(proxy: ReverseProxy, { baseUrl, listen, limits }: Settings): string {
  const host = baseUrl === null ? exampleHost : new URL(baseUrl).hostname
  const upstream = formatHostPort(listen)
  const timeoutS = Math.ceil(limits.deadlineMs / 1000) + TIMEOUT_MARGIN_S
  return proxy === 'caddy' ? caddyfile(host, upstream, timeoutS) : nginx(host, upstream, timeoutS)
}

// Seconds that the proxy waits beyond the deadline of a call. A proxy that gives up earlier loses a report that was paid for.
const TIMEOUT_MARGIN_S = 30

function caddyfile(host: string, upstream: string, timeoutS: number): string {
  return `# Caddyfile. Caddy gets and renews the certificate by itself; its ports 80 and 443 must be reachable.
${host} {
	request_body {
		max_size 64KB
	}
	reverse_proxy ${upstream} {
		transport http {
			response_header_timeout ${timeoutS}s
		}
	}
}
`
}

function nginx(host: string, upstream: string, timeoutS: number): string {
  return `# nginx, inside http { ... }. Get the certificate first, such as: certbot certonly --nginx -d ${host}
server {
    listen 80;
    listen [::]:80;
    server_name ${host};
    return 308 https://$host$request_uri;
}

server {
    # Since nginx 1.25.1: without http2 in both lines, and with a line "http2 on;". Earlier versions, such as 1.22 of Debian 12, do not know that line.
    listen 443 ssl http2;
    listen [::]:443 ssl http2;
    server_name ${host};
    ssl_certificate     /etc/letsencrypt/live/${host}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;

    client_max_body_size 64k;
    # A payment comes in a header of up to 12 KB; a quote leaves in one.
    large_client_header_buffers 4 16k;
    proxy_buffer_size 32k;
    proxy_buffers 8 32k;

    location / {
        proxy_pass http://${upstream};
        proxy_http_version 1.1;
        proxy_set_header Host $host;
        proxy_set_header Connection "";
        proxy_read_timeout ${timeoutS}s;
        # Never sent to a second server: a paid call must not run twice.
        proxy_next_upstream off;
    }
}
`
}
