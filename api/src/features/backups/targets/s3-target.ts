import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { S3Location } from '../../../config/files.ts';
import { createS3Client } from '../../../storage/s3-client.ts';
import { BackupError } from '../archive/backup-error.ts';
import { ByteQueue } from '../archive/byte-queue.ts';
import type { Target } from './target.ts';

/** An upload has at most 10,000 parts, of which each must be this long: later parts are longer, so that some 400 GB fit. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_OF_A_SIZE = 1_000;

/** Backups in a bucket of S3, or of a server that speaks its protocol. One is visible when its upload is completed. */
export function createS3Target({ bucket, prefix, ...location }: S3Location): Target {
  const client = createS3Client(location);
  const at = (name: string): Place => ({ Bucket: bucket, Key: prefix + name });
  return {
    async write(name, content) {
      try {
        return await upload(client, at(name), content);
      } catch (error) {
        throw unavailable(error);
      }
    },
    async *read(name) {
      try {
        yield* download(client, at(name));
      } catch (error) {
        throw unavailable(error);
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name))).catch((error: unknown) => {
        throw unavailable(error);
      });
    },
    close: () => client.destroy(),
  };
}

type Place = { Bucket: string; Key: string };

async function upload(client: S3Client, place: Place, content: AsyncIterable<Buffer>): Promise<number> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const queue = new ByteQueue();
  const parts: CompletedPart[] = [];
  let bytes = 0;
  const sendPart = async (length: number): Promise<void> => {
    const number = { ...place, UploadId, PartNumber: parts.length + 1 };
    const { ETag } = await client.send(new UploadPartCommand({ ...number, Body: queue.take(length) }));
    parts.push({ PartNumber: number.PartNumber, ETag });
    bytes += length;
  };
  try {
    for await (const piece of content) {
      queue.push(piece);
      const size = PART_BYTES * (1 + Math.floor(parts.length / PARTS_OF_A_SIZE));
      while (queue.size >= size) await sendPart(size);
    }
    // The last part may have any length, and there must be one.
    if (queue.size > 0 || parts.length === 0) await sendPart(queue.size);
    await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: parts } }));
    return bytes;
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** Reads in ranges, since a restoration pauses for longer than a connection may be idle. */
async function* download(client: S3Client, place: Place): AsyncGenerator<Buffer> {
  for (let from = 0, size = Infinity; from < size;) {
    const Range = `bytes=${from}-${from + PART_BYTES - 1}`;
    const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...place, Range }));
    const piece = Buffer.from((await Body?.transformToByteArray()) ?? []);
    if (piece.length === 0) return;
    yield piece;
    from += piece.length;
    size = Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1] ?? from);
  }
}

/** The name of the SDK's error says what is wrong; it contains no credentials. */
function unavailable(error: unknown): Error {
  if (error instanceof BackupError || !(error instanceof Error) || !('$metadata' in error || isNetwork(error)))
    return error instanceof Error ? error : new Error(String(error));
  return new BackupError('target', `The bucket of the backups cannot be used: ${error.name}.`, { cause: error });
}

const isNetwork = (error: Error): boolean => 'code' in error && /^E[A-Z]+$/.test(String(error.code));
