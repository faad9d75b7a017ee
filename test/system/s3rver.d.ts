declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
    close(): void;
    /** Its log adds handlers to the whole process. */
    logger: { exceptions: { unhandle(): void }; close(): void };
  }
}
