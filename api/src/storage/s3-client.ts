import { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from '../config/files.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** The time limit for a connection on which no byte is sent or received. */
const IDLE_TIMEOUT_MS = 15_000;
/** The number of connections: more than downloads are admitted at the same time, so that none waits for another one. */
const CONNECTIONS = 512;
const ATTEMPTS = 3;

const ignore = (): void => undefined;
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** A client with the time limits of the product. `destroy` ends its connections. */
export function createS3Client({ region, endpoint, credentials }: Omit<S3Location, 'bucket' | 'prefix'>): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Without them the SDK looks into the environment, its files and the instance.
    ...(credentials && { credentials }),
    // Servers other than Amazon's do not know the checksums that the SDK adds, and some store them with the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    // It would write to the console; what fails is thrown.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  });
}
