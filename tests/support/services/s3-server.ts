import crypto from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** The credentials that the server accepts. */
export const S3_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const BUCKET = 'belfry-files';

export type S3Server = {
  endpoint: string;
  bucket: string;
  /** The settings of an api that stores its files there. */
  env: Record<string, string>;
  /** Deletes the bucket with everything in it. */
  deleteBucket(): Promise<void>;
  stop(): Promise<void>;
};

/** An S3 server on loopback with an empty bucket. Port 0 selects a free one. */
export async function startS3(port = 0): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-s3-'));
  const buckets = [{ name: BUCKET, configs: [] }];
  const instance = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets: buckets });
  const { port: bound } = (await instance.run()) as AddressInfo;
  let stopped = false;
  const restoreDes = replaceDes();
  const endpoint = `http://127.0.0.1:${bound}`;
  return {
    endpoint,
    bucket: BUCKET,
    env: {
      FILES_URL: `s3://${BUCKET}/shared?region=us-east-1&endpoint=${encodeURIComponent(endpoint)}`,
      FILES_S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    },
    deleteBucket: () => rm(join(directory, BUCKET), { recursive: true }),
    async stop() {
      if (stopped) return;
      stopped = true;
      restoreDes();
      // Clients keep connections open, for which closing would wait.
      (instance as unknown as { httpServer: Server }).httpServer.closeAllConnections();
      await instance.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * The server encrypts where a page of a listing ends with DES, which the OpenSSL of Node no longer has. Triple DES with three times
 * the same key is the same.
 */
function replaceDes(): () => void {
  const { createCipheriv, createDecipheriv } = crypto;
  const replaced = (create: typeof createCipheriv) => (name: string, key: Buffer, iv: Buffer) =>
    name === 'des' ? create('des-ede3-cbc', Buffer.concat([key, key, key]), iv) : create(name, key, iv);
  Object.assign(crypto, {
    createCipheriv: replaced(createCipheriv),
    createDecipheriv: replaced(createDecipheriv as unknown as typeof createCipheriv),
  });
  return () => void Object.assign(crypto, { createCipheriv, createDecipheriv });
}
