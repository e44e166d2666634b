declare module '@20minutes/s3rver' {
  /** An S3 server on a folder. It checks signatures (version 4), and accepts requests without one. */
  class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }

  export = S3rver
}
