import { describe, expect, it } from 'vitest';
import {
  destinationsOf,
  maySendTo,
  parseAddressList,
  parseIpv4,
  refusedAddress,
  speakerTransportSchema,
  type RtpTransport,
} from './network-speakers.ts';

const transport = (fields: object = {}): RtpTransport =>
  speakerTransportSchema.parse({
    kind: 'rtp',
    address: '239.1.2.3',
    port: 50_000,
    codec: 'G722',
    ...fields,
  }) as RtpTransport;

it.each([
  ['media_player.kitchen', true],
  ['light.kitchen', false],
  ['media_player.', false],
  ['media_player.a/b', false],
])('the media player %s: %s', (entity, isOne) => {
  expect(speakerTransportSchema.safeParse({ kind: 'media_player', entity }).success).toBe(isOne);
});

describe('the address of a network speaker', () => {
  it.each(['224.0.1.0', '224.0.2.60', '239.255.255.255', '10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.20'])(
    'may be %s',
    (address) => expect(maySendTo(address)).toBe(true),
  );

  it.each([
    ['loopback', '127.0.0.1'],
    ['link-local and metadata', '169.254.169.254'],
    ['for routers', '224.0.0.255'],
    ['public', '8.8.8.8'],
    ['public, beside a private network', '172.32.0.1'],
    ['reserved', '240.0.0.1'],
    ['everybody', '255.255.255.255'],
    ['nobody', '0.0.0.0'],
    ['with a leading zero, which some read as octal', '010.0.0.1'],
    ['a number', '167772161'],
    ['IPv6', 'fd00::1'],
    ['a name', 'localhost'],
    ['an empty text', ''],
  ])('is refused: %s', (_what, address) => expect(maySendTo(address)).toBe(false));

  it('may be what the operator allows', () => {
    const allowed = '127.0.0.1, 198.51.100.0/24';
    expect(maySendTo('127.0.0.1', allowed)).toBe(true);
    expect(maySendTo('127.0.0.2', allowed)).toBe(false);
    expect(maySendTo('198.51.100.255', allowed)).toBe(true);
    expect(maySendTo('198.51.101.0', allowed)).toBe(false);
    expect(maySendTo('255.255.255.255', '0.0.0.0/0')).toBe(true);
  });

  it.each(['', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', '::1', '10.0.0.1,', 'all'])(
    'a list is malformed: %j',
    (text) => expect(parseAddressList(text)).toBeNull(),
  );

  it('is one number', () => expect(parseIpv4('192.168.1.20')).toBe(3_232_235_796));
});

describe('a transport', () => {
  it.each([
    ['an odd port', { port: 50_001 }, 'port'],
    ['a port of the system', { port: 1_022 }, 'port'],
    ['a port past the last', { port: 65_536 }, 'port'],
    ['half a port', { port: 50_000.5 }, 'port'],
    ['a TTL of 0', { ttl: 0 }, 'ttl'],
    ['a TTL of 256', { ttl: 256 }, 'ttl'],
    ['negative silence', { lead_ms: -1 }, 'lead_ms'],
    ['too much silence', { tail_ms: 5_001 }, 'tail_ms'],
    ['a codec that nobody has', { codec: 'OPUS' }, 'codec'],
    ['a rate of G.722', { rate: 48_000 }, 'rate'],
    ['a rate that L16 does not have', { codec: 'L16', rate: 16_000 }, 'rate'],
    ['a name', { address: 'speaker.local' }, 'address'],
    [
      'an odd port of a priority',
      { priority_addresses: { emergency: { address: '239.1.1.1', port: 5_001 } } },
      'priority_addresses.emergency.port',
    ],
    [
      'an address of music, which is the first',
      { priority_addresses: { music: { address: '239.1.1.1', port: 5_002 } } },
      'priority_addresses',
    ],
    ['a health check of a name', { health: { kind: 'ping', address: 'speaker.local' } }, 'health.address'],
    ['a ping with a port', { health: { kind: 'ping', address: '10.0.0.1:80' } }, 'health.address'],
    ['HTTP with a password', { health: { kind: 'http', address: 'http://a:b@10.0.0.1/' } }, 'health.address'],
    ['HTTP without a scheme', { health: { kind: 'http', address: '10.0.0.1' } }, 'health.address'],
  ])('is refused with %s', (_what, fields, path) => {
    const { error } = speakerTransportSchema.safeParse({
      kind: 'rtp',
      address: '239.1.2.3',
      port: 50_000,
      codec: 'G722',
      ...fields,
    });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
  });

  it('names the first address that must not be reached', () => {
    const other = { address: '8.8.8.8', port: 5_004 };
    expect(refusedAddress(transport())).toBeNull();
    expect(refusedAddress(transport({ address: '127.0.0.1' }))).toBe('address');
    expect(refusedAddress(transport({ address: '127.0.0.1' }), '127.0.0.1')).toBeNull();
    expect(refusedAddress(transport({ priority_addresses: { say_now: other } }))).toBe(
      'priority_addresses.say_now.address',
    );
    const health = (kind: string, address: string) => refusedAddress(transport({ health: { kind, address } }));
    expect(health('sip', '10.0.0.7:5061')).toBeNull();
    expect(health('http', 'https://192.168.1.4:8443/status')).toBeNull();
    // What URL parsers make 127.0.0.1 of.
    expect(health('http', 'http://2130706433/')).toBe('health.address');
    expect(health('http', 'http://169.254.169.254/latest/meta-data')).toBe('health.address');
    expect(health('ping', '239.1.2.3')).toBe('health.address');
  });

  it('has its own address first, then those of priorities', () => {
    const emergency = { address: '239.1.1.9', port: 5_008 };
    expect(destinationsOf(transport({ priority_addresses: { emergency } }))).toEqual([
      { address: '239.1.2.3', port: 50_000 },
      emergency,
    ]);
  });
});
