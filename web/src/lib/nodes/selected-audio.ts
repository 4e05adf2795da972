import type { CompanyNode } from '@belfry/schemas/http/companies/companies';

/** An audio device that is selected in the tree; the address is its own or the inherited one; see TREE-30. */
export type SelectedAudioDevice = Pick<
  CompanyNode,
  'company_id' | 'serial' | 'name' | 'description' | 'continent' | 'country' | 'city' | 'street' | 'house'
>;
