import { expect, test } from 'vitest'
import {
  faultOfFile,
  faultOfJson,
  faultOfText,
  refusalIn,
  refusesToken,
  statesAbsence,
} from '#chrome/page/response-fault.ts'

test.each([
  ['', 'empty'],
  [' \n', 'empty'],
  ['{"orders":[{"id":1', 'broken'],
  ['<!doctype html>', 'broken'],
  ['{"errors":[{"message":"Cannot query field"}],"data":null}', 'failure'],
  ['{"status":"error","message":"boom"}', 'failure'],
  ['{"statusCode":503,"message":"down"}', 'failure'],
  ['{"error":"upstream connect error"}', 'internal'],
  ['{"errors":[{"message":"connect ECONNREFUSED 10.0.4.12:5432"}],"data":null}', 'internal'],
  ['{"orders":[]}', null],
  ['[]', null],
  ['null', null],
  ['\ufeff{"a":1}', null],
  [')]}\',\n{"a":1}', null],
  ['{"a":1}\n{"a":2}\n', null],
  ['{"errors":[{"message":"Not authenticated"}],"data":null}', null],
  ['{"errors":[{"message":"slow"}],"data":{"a":1}}', null],
  ['{"errors":[{"message":"Internal server error"}],"data":{"products":null}}', 'internal'],
  ['{"errors":[{"message":"Not authenticated"}],"data":{"me":null}}', null],
  ['{"errors":[{"message":"slow"}],"data":{"a":null,"b":[]}}', null],
  ['{"data":{"banner":null}}', null],
  ['{"error":null,"data":[1]}', null],
  ['{"errors":[{"message":"PersistedQueryNotFound"}]}', 'failure'],
  [`{"errors":[{"message":"field 'trips' not found in type: 'query_root'"}]}`, 'failure'],
  [
    '{"errors":[{"message":"invalid \\"x-hasura-admin-secret\\"/\\"x-hasura-access-key\\""}]}',
    'service',
  ],
  ['{"errors":[{"message":"Invalid API key"}],"data":{"a":1}}', null],
  ['{"errors":[{"message":"The access token expired"}],"data":null}', 'expired'],
  ['{"errors":[{"message":"Invalid or expired token"}],"data":null}', null],
  ['{"errors":[{"message":"Token expired, please sign in"}],"data":null}', null],
  ['{"success":false,"message":"Invalid API key"}', 'service'],
  ['{"success":false,"message":"Could not connect to the database"}', 'failure'],
  ['{"success":false,"message":"Your cart is empty"}', null],
  ['{"success":false,"message":"Please sign in, or the request failed"}', null],
  ['{"success":true,"message":"The last import failed"}', null],
])('of data, %j has this fault: %s', (content, fault) => {
  expect(faultOfJson(content)).toBe(fault)
})

test.each([
  ['Fatal error: Uncaught PDOException: SQLSTATE[HY000] [2002]', 'internal'],
  ['Internal Server Error', 'internal'],
  ['Traceback (most recent call last):\n  File "app.py", line 3', 'internal'],
  ['java.lang.NullPointerException\n\tat shop.Cart', 'internal'],
  ['pong', null],
  ['id;name\n1;Error', null],
  ['{"error":"sent as text"}', null],
])('of plain text, %j has this fault: %s', (content, fault) => {
  expect(faultOfText(content)).toBe(fault)
})

const oid = '4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393'

test.each([
  [`version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`, 'pointer'],
  [`# version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`, null],
  ['\u0089PNG\r\n', null],
])('of a file, %j has this fault: %s', (content, fault) => {
  expect(faultOfFile(content)).toBe(fault)
})

test.each([
  ['{"code":"cart_not_found"}', true],
  ['{"message":"Cart not found."}', true],
  ['{"message":"Current customer does not have an active cart."}', true],
  ['{"message":"No saved searches yet."}', true],
  ['{"detail":"No announcement"}', true],
  ['{"message":"No route found"}', false],
  ['{"message":"Server does not have a handler"}', false],
  ['{"error":"Not Found"}', false],
  ['{"message":"Cannot GET /api/cart"}', false],
  ['{"message":"Route not found"}', false],
  ['{"error":"page_not_found"}', false],
  ['[]', false],
])('a 404 with %j says which thing is not there: %s', (content, does) => {
  expect(statesAbsence(content)).toBe(does)
})

test.each([
  ['{"code":"rest_cookie_invalid_nonce","message":"Cookie check failed"}', true],
  ['{"message":"CSRF token mismatch."}', true],
  ['{"detail":"CSRF Failed: Origin checking failed"}', true],
  ['{"message":"CSRF token missing"}', false],
  ['{"message":"Forbidden"}', false],
  ['<h1>invalid nonce</h1>', false],
])('a 403 with %j refuses a token of the page: %s', (content, does) => {
  expect(refusesToken(content)).toBe(does)
})

test.each([
  [403, '{"message":"Invalid Application-ID or API key","status":403}', 'service'],
  [401, '{"message":"The access token you sent could not be found or is invalid."}', 'service'],
  [400, '{"error":{"message":"API key not valid. Please pass a valid API key."}}', 'service'],
  [403, '{"error":{"message":"Requests from referer https://a.example/ are blocked."}}', 'service'],
  [
    403,
    '{"error":{"status":"PERMISSION_DENIED","message":"Missing or insufficient permissions."}}',
    'service',
  ],
  [401, '{"code":"42501","message":"permission denied for table events"}', 'service'],
  [404, '{"message":"Index products does not exist","status":404}', 'service'],
  [404, '{"statusCode":404,"message":"Dataset not found"}', 'service'],
  [402, '{"errors":"Unavailable Shop"}', 'service'],
  [423, '{"error":"The Firebase database has been deactivated."}', 'service'],
  [401, '{"message":"Not Authorized - Invalid Token"}', 'service'],
  [403, '<Error><Code>AccessDenied</Code></Error>', 'service'],
  [429, '{"message":"You have exceeded the MONTHLY quota for requests"}', 'service'],
  [429, '{"message":"Too many requests"}', null],
  [401, '{"error":"Unauthorized"}', null],
  [401, '{"error":"No token provided"}', null],
  [401, '{"message":"Access token is missing"}', null],
  [403, '{"error":"Forbidden"}', null],
  [404, '{"message":"Cart not found"}', 'absence'],
  [404, '{"error":"Project not found"}', 'absence'],
  [403, '{"message":"CSRF token mismatch."}', 'token'],
  [419, '{"message":"CSRF token mismatch."}', 'token'],
  [403, '<h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p>', 'token'],
  [403, '<pre>ForbiddenError: invalid csrf token</pre>', 'token'],
  [403, '<meta name="csrf-token" content="a"><h1>Your payment failed</h1>', null],
  [401, '{"error":"invalid_token","error_description":"The access token expired"}', 'expired'],
  [401, '{"message":"Token has expired"}', 'expired'],
  [401, '{"code":"TOKEN_EXPIRED"}', 'expired'],
  [401, '{"error":"jwt expired"}', 'expired'],
  [401, '{"name":"TokenExpiredError"}', 'expired'],
  [403, '<Error><Code>ExpiredToken</Code></Error>', 'expired'],
  [403, '{"message":"The security token included in the request is expired"}', 'expired'],
  [401, '{"error_description":"Token has been expired or revoked."}', 'expired'],
  [401, 'Bearer error="invalid_token", error_description="The token expired"', 'expired'],
  [401, '', null],
  [401, '{"message":"unauthenticated"}', null],
  [401, '{"error":"invalid_token"}', null],
  [401, '{"message":"Invalid or expired token"}', null],
  [401, '{"message":"Token is missing, invalid or expired"}', null],
  [401, '{"message":"Token expired or missing"}', null],
  [401, '{"message":"Your session has expired, please log in"}', null],
  [401, '{"error":"Unauthenticated","message":"Token expired"}', null],
  [401, '{"message":"refresh token expired"}', null],
  [404, '{"message":"Token has expired"}', null],
] as const)('a %i with %s refuses: %s', (code, content, what) => {
  expect(refusalIn(content, code, false)).toBe(what)
})

test.each([
  [401, '{"error":"Unauthorized"}', 'key'],
  [403, '{"message":"Forbidden"}', 'key'],
  [401, '{"message":"Please log in"}', null],
  [401, '{"message":"User (role: guests) missing scope (account)"}', null],
  [404, '{"error":"Not Found"}', null],
  [429, '{"error":"Slow down"}', null],
] as const)('a %i with %s to a call with a key refuses: %s', (code, content, what) => {
  expect(refusalIn(content, code, true)).toBe(what)
})
