import type { CompanyNode } from '@belfry/schemas/http/companies';

/** An audio device that is selected in the tree (specification 002 §3); the address is its own or the inherited one. */
export type SelectedAudioDevice = Pick<
  CompanyNode,
  'company_id' | 'serial' | 'name' | 'description' | 'continent' | 'country' | 'city' | 'street' | 'house'
>;
