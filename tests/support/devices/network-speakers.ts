import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import type { Input } from '@belfry/schemas/http/endpoint';
import type { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';

type NewSpeaker = Input<typeof networkSpeakersHttp.create>;

export const TRANSPORT = { kind: 'rtp', address: '239.1.2.3', port: 50_000, codec: 'G722' } as const;

/** A loudspeaker at a place, to which this device sends. */
export const aSpeaker = (
  { company_id }: Pick<NodePosition, 'company_id'>,
  sender: { serial: string } | undefined,
  name: string,
): NewSpeaker => ({ company_id, name, sender: sender?.serial ?? '', transport: TRANSPORT });
