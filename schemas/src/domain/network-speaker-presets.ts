import type { RtpTransport } from './network-speakers.ts';

/**
 * What makers' loudspeakers and telephones listen to by default, as their documents say, checked on 2026-11-30. Ports are even here: where a maker
 * numbers zones with odd ones too, the even ones are used. Poly is missing: its group paging (224.0.1.116:5001) has packets of its own
 * (Engineering Advisory 70568), and is no plain RTP.
 */

export const SPEAKER_PRESET_NAMES = ['algo', 'algo_zones', 'axis', 'barix', 'cisco', 'snom', 'yealink'] as const;
export type SpeakerPresetName = (typeof SPEAKER_PRESET_NAMES)[number];

/** `address` is empty where the sound goes to the loudspeaker's own address. */
export type SpeakerPreset = {
  maker: string;
  transport: Pick<RtpTransport, 'address' | 'port' | 'codec' | 'priority_addresses'>;
};

/** For makers without a default: of an organisation's own range (RFC 2365, 6.2). */
const OWN_GROUP = '239.192.54.1';

export const SPEAKER_PRESETS: Readonly<Record<SpeakerPresetName, SpeakerPreset>> = {
  // 8188 SIP Ceiling Speaker, user guide (2014), pages 12 and 21: 224.0.2.60, ports 50000 to 50008, a zone each.
  algo: { maker: 'Algo', transport: { address: '224.0.2.60', port: 50_000, codec: 'G722' } },
  algo_zones: {
    maker: 'Algo',
    transport: {
      address: '224.0.2.60',
      port: 50_008,
      codec: 'G722',
      priority_addresses: {
        scheduled: { address: '224.0.2.60', port: 50_004 },
        say_now: { address: '224.0.2.60', port: 50_002 },
        emergency: { address: '224.0.2.60', port: 50_000 },
      },
    },
  },
  // VAPIX Audio Multicast Controller (developer.axis.com): a list of sources with priorities, none by default; G.711 is in every product (Audio API).
  axis: { maker: 'AXIS', transport: { address: OWN_GROUP, port: 5_004, codec: 'PCMU' } },
  // "Any2All" help: receiving socket 0.0.0.0:3030. Payload types of the Multicoder help: 0 is µ-law, 11 is L16.
  barix: { maker: 'Barix', transport: { address: '', port: 3_030, codec: 'PCMU' } },
  // IP Phone 8800 multiplatform, administration guide, "Configure a Paging Group": the group All of its example.
  cisco: { maker: 'Cisco', transport: { address: '224.168.168.168', port: 34_560, codec: 'PCMU' } },
  // service.snom.com, mc_address: no default; the codec is PCMU with 20 ms.
  snom: { maker: 'Snom', transport: { address: OWN_GROUP, port: 5_004, codec: 'PCMU' } },
  // SIP-T3 administrator's guide, page 391: the address of its example; listening addresses in Directory, Multicast IP.
  yealink: { maker: 'Yealink', transport: { address: '224.5.5.6', port: 10_008, codec: 'G722' } },
};
