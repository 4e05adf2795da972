import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { S3Location } from '../config/files.ts';
import { AppError, notFound } from '../errors.ts';
import { createWorkFiles, type FileStore } from './file-store.ts';
import { createS3Client } from './s3-client.ts';

/** Health checks are public, so that not each of them may cost a request. */
const CHECK_INTERVAL_MS = 5_000;

/** Files in a bucket of S3, or of a server that speaks its protocol. A PUT is atomic there. */
export function createS3Store({ bucket, prefix, ...location }: S3Location, dataDir: string): FileStore {
  const client = createS3Client(location);
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name });

  /** Throws unless the bucket exists and can be read. */
  const checkBucket = () => guarded(async () => void (await client.send(new HeadBucketCommand({ Bucket: bucket }))));
  /** The answer, or null where there is no such object. A bucket that is missing answers the same, and is no missing object. */
  const orNull = async <T>(call: () => Promise<T>): Promise<T | null> => {
    try {
      return await call();
    } catch (error) {
      if (statusOf(error) !== 404) throw unavailable(error);
      await checkBucket();
      return null;
    }
  };

  const find = (name: string) =>
    orNull(async () => {
      const { ContentLength = 0, ETag = '' } = await client.send(new HeadObjectCommand(at(name)));
      return { bytes: ContentLength, etag: ETag };
    });

  return {
    work: createWorkFiles(dataDir),
    find,
    async put(name, content) {
      await guarded(() => client.send(new PutObjectCommand({ ...at(name), Body: content })));
    },
    async putFile(name, path) {
      const { size } = await stat(path);
      await guarded(() =>
        client.send(new PutObjectCommand({ ...at(name), Body: createReadStream(path), ContentLength: size })),
      );
    },
    async read(name, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await orNull(() => client.send(new GetObjectCommand({ ...at(name), Range })));
      if (!answer?.Body) throw notFound();
      return answer.Body as Readable;
    },
    async remove(name) {
      if (!(await find(name))) return false;
      await guarded(() => client.send(new DeleteObjectCommand(at(name))));
      return true;
    },
    async *list(folder) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}${folder}/` });
      const next = () => guarded(() => pages.next());
      for (let page = await next(); page.done !== true; page = await next()) {
        const names = (page.value.Contents ?? []).flatMap(({ Key }) => Key?.slice(prefix.length) ?? []);
        if (names.length > 0) yield names;
      }
    },
    check: atIntervals(CHECK_INTERVAL_MS, checkBucket),
    stop: () => client.destroy(),
  };
}

/** Runs a check once in `intervalMs` at most; other calls get the outcome of the last one. */
function atIntervals(intervalMs: number, check: () => Promise<void>): () => Promise<void> {
  let checked = Promise.resolve();
  let checkedUntil = 0;
  return () => {
    if (Date.now() > checkedUntil) {
      checkedUntil = Date.now() + intervalMs;
      checked = check();
      // For the time in which nobody asks.
      checked.catch(() => undefined);
    }
    return checked;
  };
}

const guarded = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => {
    throw unavailable(error);
  });

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** The cause is logged; it contains the name of the bucket and no credentials. */
const unavailable = (cause: unknown): AppError =>
  new AppError('files_unavailable', 'The file storage cannot be reached right now. Please try again shortly.', {
    cause,
  });
