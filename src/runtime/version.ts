/** Version of the service and of its interface (spec 9); a test holds it to package.json. */
export const version = '0.1.0'
