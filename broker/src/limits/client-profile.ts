import { MAX_DEVICE_PAYLOAD_BYTES } from '@belfry/schemas/mqtt/device-messages';
import type { Config } from '../config.ts';
import type { ClientKind } from '../principal.ts';
import type { Connection } from '../transport/connection.ts';
import type { PendingLimits } from './pending-connections.ts';
import { TokenBucket } from './token-bucket.ts';
import type { SessionLimits } from '../sessions/deliveries.ts';

type Rate = { perSecond: number; burst: number };

/** A rate of null means unlimited, for the trusted api. */
export type Profile = {
  /** Including the fixed header. */
  maxPacketBytes: number;
  maxBuffered: number;
  maxSubscriptions: number;
  rate: Rate | null;
  /** Filters in SUBSCRIBE and UNSUBSCRIBE packets. */
  filterRate: Rate | null;
  byteRate: Rate | null;
  session: SessionLimits;
};

export function pendingLimits(config: Config): Record<Connection['transport']['protocol'], PendingLimits> {
  const tcp = { total: config.MAX_PENDING_TCP, perAddress: config.MAX_PENDING_TCP_PER_ADDRESS };
  const ws = { total: config.MAX_PENDING_WS, perAddress: config.MAX_PENDING_WS_PER_ADDRESS };
  return { mqtt: tcp, mqtts: tcp, ws };
}

/** An upper bound for the header, topic and packet id of a PUBLISH. */
const PACKET_OVERHEAD_BYTES = 1024;

/** The largest payload of a device, since the subscriptions of a console are smaller. */
export const ordinaryPacketBytes = (config: Config): number =>
  Math.min(config.MAX_PACKET_BYTES, MAX_DEVICE_PAYLOAD_BYTES + PACKET_OVERHEAD_BYTES);

export function profiles(config: Config): Record<ClientKind, Profile> {
  const ordinary = {
    maxPacketBytes: ordinaryPacketBytes(config),
    maxBuffered: config.MAX_BUFFERED_BYTES,
    maxSubscriptions: config.MAX_SUBSCRIPTIONS,
    session: {
      perOwner: config.MAX_CONSOLE_CONNECTIONS,
      evictable: true,
      windowMessages: config.WINDOW_MESSAGES,
      windowBytes: config.MAX_BUFFERED_BYTES / 2,
      queueMessages: config.QUEUE_MESSAGES,
      queueBytes: config.MAX_BUFFERED_BYTES,
      expiryMs: config.SESSION_EXPIRY_S * 1000,
    },
  };
  return {
    device: {
      ...ordinary,
      maxSubscriptions: config.MAX_DEVICE_SUBSCRIPTIONS,
      session: {
        ...ordinary.session,
        windowBytes: config.DEVICE_QUEUE_BYTES / 2,
        queueMessages: config.DEVICE_QUEUE_MESSAGES,
        queueBytes: config.DEVICE_QUEUE_BYTES,
      },
      byteRate: { perSecond: config.DEVICE_BYTES_PER_S, burst: config.DEVICE_BYTE_BURST },
      rate: { perSecond: config.DEVICE_PACKETS_PER_S, burst: config.DEVICE_PACKET_BURST },
      filterRate: { perSecond: config.DEVICE_FILTERS_PER_S, burst: config.DEVICE_FILTER_BURST },
    },
    console: {
      ...ordinary,
      byteRate: { perSecond: config.CONSOLE_BYTES_PER_S, burst: config.CONSOLE_BYTE_BURST },
      rate: { perSecond: config.CONSOLE_PACKETS_PER_S, burst: config.CONSOLE_PACKET_BURST },
      filterRate: { perSecond: config.CONSOLE_FILTERS_PER_S, burst: config.CONSOLE_FILTER_BURST },
    },
    service: {
      maxPacketBytes: config.MAX_PACKET_BYTES,
      maxBuffered: config.MAX_SERVICE_BUFFERED_BYTES,
      maxSubscriptions: config.MAX_SERVICE_SUBSCRIPTIONS,
      rate: null,
      filterRate: null,
      byteRate: null,
      session: {
        perOwner: config.MAX_SERVICE_CONNECTIONS,
        evictable: false,
        windowMessages: config.SERVICE_WINDOW_MESSAGES,
        windowBytes: config.MAX_SERVICE_BUFFERED_BYTES / 4,
        queueMessages: config.SERVICE_QUEUE_MESSAGES,
        queueBytes: config.SERVICE_QUEUE_BYTES,
        expiryMs: config.SERVICE_SESSION_EXPIRY_S * 1000,
      },
    },
  };
}

export function applyProfile(connection: Connection, profile: Profile): void {
  connection.maxPacketBytes = profile.maxPacketBytes;
  connection.maxBuffered = profile.maxBuffered;
  connection.bucket = bucketOf(profile.rate);
  connection.filterBucket = bucketOf(profile.filterRate);
  connection.byteBucket = bucketOf(profile.byteRate);
}

const bucketOf = (rate: Rate | null): TokenBucket | null =>
  rate && new TokenBucket(rate.perSecond, rate.burst, performance.now());
