import { INGEST_CLIENT_ID } from './client-id.ts';

export const MAX_SHARDS = 64;

const DEVICES = 'devices/';
const SERIAL_END = DEVICES.length + 19;
const ZERO = 48;
const HALF = 100_000_000;
/** 2^32 divided by the golden ratio, made smaller by half, so that SQL can multiply with it in 64 bits. */
const MIXER = 1_640_531_527;

/**
 * The shard to which a device belongs. The digits are mixed, so that serial numbers in sequence, or with a regular gap, are
 * distributed evenly. `shard_of_device` in SQL computes the same.
 * @param text contains the serial number from `start`, which is not checked
 */
export function shardOf(text: string, shards: number, start = 0): number {
  if (shards === 1) return 0;
  let [high, low] = [0, 0];
  for (let at = start; at < start + 9; at++) if (at !== start + 4) high = high * 10 + text.charCodeAt(at) - ZERO;
  for (let at = start + 10; at < start + 19; at++) if (at !== start + 14) low = low * 10 + text.charCodeAt(at) - ZERO;
  const bits = (Math.imul(high, HALF) + low) | 0;
  return (Math.imul(bits, MIXER) >>> 16) % shards;
}

/** The shard of the device in a topic; topics of no device belong to shard 0. */
export function shardOfTopic(topic: string, shards: number): number {
  const isDevice = topic.startsWith(DEVICES) && topic.charCodeAt(SERIAL_END) === 47;
  return isDevice ? shardOf(topic, shards, DEVICES.length) : 0;
}

export type ShardedFilter = { shard: number; shards: number; filter: string };

const PREFIX = '$shard/';
const PATTERN = /^\$shard\/(\d{1,2})\/(\d{1,2})\/(.+)$/s;

export const shardFilter = (shard: number, shards: number, filter: string): string =>
  `${PREFIX}${shard}/${shards}/${filter}`;

/** @returns null for an ordinary filter, undefined for an invalid one with the prefix. */
export function parseShardFilter(text: string): ShardedFilter | null | undefined {
  if (!text.startsWith(PREFIX)) return null;
  const [, shard, shards, filter] = PATTERN.exec(text) ?? [];
  const parsed = { shard: Number(shard), shards: Number(shards), filter: filter ?? '' };
  const valid = filter !== undefined && parsed.shards <= MAX_SHARDS && parsed.shard < parsed.shards;
  return valid ? parsed : undefined;
}

/** The client id of the session of one shard. A session has the filters of its shard, so the id contains their number. */
export const ingestClientId = (shard: number, shards: number): string =>
  shards === 1 ? INGEST_CLIENT_ID : `${INGEST_CLIENT_ID}-${shard}-of-${shards}`;
