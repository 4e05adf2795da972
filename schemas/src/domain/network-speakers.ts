import { z } from 'zod';
import { PRIORITIES, type Priority } from './announcements.ts';

/** Loudspeakers to which another device, their sender, sends sound over the network; see docs/product/network-speakers.md. */

/** Of one sender. */
export const NETWORK_SPEAKERS_MAX = 200;

export const RTP_CODECS = ['PCMU', 'PCMA', 'G722', 'L16'] as const;
export type RtpCodec = (typeof RTP_CODECS)[number];
/** Samples a second of L16: 44,100 has the payload type 11 of RFC 3551, 48,000 the dynamic type 96. */
export const L16_RATES = [44_100, 48_000] as const;
/** Where a transport does not say. */
export const RTP_DEFAULTS = { rate: 44_100, ttl: 16, lead_ms: 300, tail_ms: 300 } as const;
export const RTP_PORT_MIN = 1_024;
export const RTP_PORT_MAX = 65_534;
export const TTL_MAX = 255;
export const SILENCE_MAX_MS = 5_000;

/** The priorities that may have an address of their own; music is heard at the address of the transport, as the others without one. */
export const ADDRESSED_PRIORITIES = ['scheduled', 'say_now', 'emergency'] as const satisfies Priority[];

/** The number that an IPv4 address is; null for any other text, one with leading zeros included. */
export function parseIpv4(text: string): number | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return null;
  return parts.reduce((address, part) => address * 256 + Number(part), 0);
}

type Network = { first: number; last: number };

function parseNetwork(text: string): Network | null {
  const [address = '', bits, ...more] = text.trim().split('/');
  const number = parseIpv4(address);
  const prefix = bits === undefined ? 32 : /^\d{1,2}$/.test(bits) ? Number(bits) : Number.NaN;
  if (number === null || more.length > 0 || !(prefix <= 32)) return null;
  const size = 2 ** (32 - prefix);
  const first = Math.floor(number / size) * size;
  return { first, last: first + size - 1 };
}

/** A comma-separated list of IPv4 addresses and networks (`127.0.0.1,198.51.100.0/24`), as NETWORK_SPEAKER_ALLOW has it; null for anything else. */
export function parseAddressList(text: string): Network[] | null {
  const networks = text.split(',').map(parseNetwork);
  return networks.every((network) => network !== null) ? networks : null;
}

const networksOf = (list: string): Network[] => parseAddressList(list) ?? [];
const PRIVATE = networksOf('10.0.0.0/8,172.16.0.0/12,192.168.0.0/16');
const MULTICAST = networksOf('224.0.0.0/4');
/** For protocols of routers; no router passes it on. */
const LOCAL_CONTROL = networksOf('224.0.0.0/24');

const isIn = (networks: readonly Network[], address: number): boolean =>
  networks.some(({ first, last }) => first <= address && address <= last);

export function isMulticast(address: string): boolean {
  const number = parseIpv4(address);
  return number !== null && isIn(MULTICAST, number);
}

/**
 * Whether sound may be sent to an address: multicast and private networks, and what the operator allows besides. IPv4 only.
 * @param allowed the value of NETWORK_SPEAKER_ALLOW
 */
export function maySendTo(address: string, allowed = ''): boolean {
  const number = parseIpv4(address);
  if (number === null) return false;
  if (allowed !== '' && isIn(networksOf(allowed), number)) return true;
  return isIn(PRIVATE, number) || (isIn(MULTICAST, number) && !isIn(LOCAL_CONTROL, number));
}

const addressSchema = z
  .string('Address is required')
  .trim()
  .refine((text) => parseIpv4(text) !== null, 'Expected an IPv4 address such as 239.1.2.3');
const portSchema = z
  .int('Port is required')
  .min(RTP_PORT_MIN, `Ports are ${RTP_PORT_MIN} to ${RTP_PORT_MAX}`)
  .max(RTP_PORT_MAX, `Ports are ${RTP_PORT_MIN} to ${RTP_PORT_MAX}`)
  .refine((port) => port % 2 === 0, 'RTP uses even ports; the odd one above is for its control');
const destinationFields = { address: addressSchema, port: portSchema };
const destinationSchema = z.strictObject(destinationFields).meta({ id: 'RtpDestination' });
export type RtpDestination = z.infer<typeof destinationSchema>;
const silence = z.int().min(0).max(SILENCE_MAX_MS).optional();

export const HEALTH_KINDS = ['sip', 'http', 'ping'] as const;
const HEALTH_ADDRESS_MAX = 200;
const HOST_AND_PORT = /^([\d.]+)(?::([1-9]\d{0,4}))?$/;

/** The IPv4 address that a check asks; null where its address is not one of this kind. */
export function hostOfHealth({
  kind,
  address,
}: {
  kind: (typeof HEALTH_KINDS)[number];
  address: string;
}): string | null {
  if (kind === 'http') {
    const url = URL.parse(address);
    const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
    return isPlain && parseIpv4(url.hostname) !== null ? url.hostname : null;
  }
  const [, host = '', port] = HOST_AND_PORT.exec(address) ?? [];
  if (parseIpv4(host) === null || (port !== undefined && (kind === 'ping' || Number(port) > 65_535))) return null;
  return host;
}

const healthSchema = z
  .strictObject({
    kind: z.enum(HEALTH_KINDS).describe('sip: OPTIONS by UDP'),
    address: z
      .string()
      .trim()
      .max(HEALTH_ADDRESS_MAX)
      .describe('an IPv4 address; of sip with or without port; of http the whole address'),
  })
  .refine((health) => hostOfHealth(health) !== null, {
    path: ['address'],
    message: 'Expected an IPv4 address, or with HTTP an address such as http://192.168.1.20/',
  })
  .meta({ id: 'SpeakerHealthCheck' });
export type SpeakerHealthCheck = z.infer<typeof healthSchema>;

const rtpTransportSchema = z
  .strictObject({
    kind: z.literal('rtp'),
    ...destinationFields,
    codec: z.enum(RTP_CODECS),
    rate: z.literal(L16_RATES).optional().describe('samples a second, of L16 only; 44,100 unless given'),
    ttl: z.int().min(1).max(TTL_MAX).optional().describe('routers that multicast passes; 16 unless given'),
    lead_ms: silence.describe('silence before what is heard; 300 unless given'),
    tail_ms: silence.describe('silence after it; 300 unless given'),
    priority_addresses: z
      .partialRecord(z.enum(ADDRESSED_PRIORITIES), destinationSchema)
      .optional()
      .describe('where what has this priority is sent instead'),
    health: healthSchema.optional().describe('what says that the loudspeaker is there; without it nobody knows'),
  })
  .refine(({ codec, rate }) => rate === undefined || codec === 'L16', {
    path: ['rate'],
    message: 'Only L16 has a choice of rates',
  });

export type RtpTransport = z.infer<typeof rtpTransportSchema>;

const mediaPlayerTransportSchema = z
  .strictObject({
    kind: z.literal('media_player'),
    entity: z
      .string('Entity is required')
      .trim()
      .regex(/^media_player\.[a-z0-9_]{1,120}$/, 'Expected an entity such as media_player.kitchen'),
  })
  .describe('of the Home Assistant that its sender knows');

/** How sound gets to a network speaker. */
export const speakerTransportSchema = z
  .discriminatedUnion('kind', [rtpTransportSchema, mediaPlayerTransportSchema])
  .meta({ id: 'SpeakerTransport' });
export type SpeakerTransport = z.infer<typeof speakerTransportSchema>;

/** Every address to which sound may go, that of the transport first. */
export const destinationsOf = ({ address, port, priority_addresses = {} }: RtpTransport): RtpDestination[] => [
  { address, port },
  ...PRIORITIES.flatMap((priority) => (priority === 'music' ? [] : (priority_addresses[priority] ?? []))),
];

/** The path of the first field whose address must not be reached, as `priority_addresses.emergency.address`; null where all may be. */
export function refusedAddress(transport: SpeakerTransport, allowed = ''): string | null {
  if (transport.kind !== 'rtp') return null;
  if (!maySendTo(transport.address, allowed)) return 'address';
  for (const priority of ADDRESSED_PRIORITIES) {
    const destination = transport.priority_addresses?.[priority];
    if (destination && !maySendTo(destination.address, allowed)) return `priority_addresses.${priority}.address`;
  }
  const asked = transport.health && hostOfHealth(transport.health);
  return asked != null && (isMulticast(asked) || !maySendTo(asked, allowed)) ? 'health.address' : null;
}
