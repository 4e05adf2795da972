import type { CompanyNode } from '@belfry/schemas/http/companies/companies';

/**
 * Browser events between the company tree and other panels; see TREE-29. Each event contains
 * audio devices: `selectedAudio` all selected ones, the other two those to change; `getSelectedAudio`
 * requests `selectedAudio` and contains none.
 */
const TREE_EVENTS = {
  selectedAudio: 'companyTree:selectedAudio',
  getSelectedAudio: 'companyTree:getSelectedAudio',
  toggleAudio: 'companyTree:toggleAudio',
  unselectAudio: 'companyTree:unselectAudio',
} as const;
type TreeEvent = keyof typeof TREE_EVENTS;
type TreeEventDetail = { devices: readonly SelectedAudioDevice[] };

function dispatch(event: TreeEvent, devices: readonly SelectedAudioDevice[]): void {
  const detail: TreeEventDetail = { devices };
  globalThis.dispatchEvent(new CustomEvent(TREE_EVENTS[event], { detail }));
}

export const publishSelectedAudio = (devices: readonly SelectedAudioDevice[]): void =>
  dispatch('selectedAudio', devices);
/** Requests the selection, which an open tree publishes synchronously. */
export const requestSelectedAudio = (): void => dispatch('getSelectedAudio', []);
/** Selects the unselected devices, and unselects the selected ones. */
export const toggleAudio = (devices: readonly SelectedAudioDevice[]): void => dispatch('toggleAudio', devices);
export const unselectAudio = (devices: readonly SelectedAudioDevice[]): void => dispatch('unselectAudio', devices);

/** Listens to one kind of event. @returns removes the listener */
export function onTreeEvent(event: TreeEvent, listener: (devices: readonly SelectedAudioDevice[]) => void): () => void {
  const receive = (received: Event): void => {
    const detail: unknown = received instanceof CustomEvent ? received.detail : null;
    listener(hasDevices(detail) ? detail.devices : []);
  };
  globalThis.addEventListener(TREE_EVENTS[event], receive);
  return () => globalThis.removeEventListener(TREE_EVENTS[event], receive);
}

/** Any script of the page can dispatch an event, so its shape is checked. */
const hasDevices = (detail: unknown): detail is TreeEventDetail =>
  typeof detail === 'object' && detail !== null && 'devices' in detail && Array.isArray(detail.devices);

/** An audio device that is selected in the tree; the address is its own or the inherited one; see TREE-30. */
export type SelectedAudioDevice = Pick<
  CompanyNode,
  'company_id' | 'serial' | 'name' | 'description' | 'continent' | 'country' | 'city' | 'street' | 'house'
>;

export type PostalAddress = Pick<CompanyNode, 'continent' | 'country' | 'city' | 'street' | 'house' | 'zip'>;

/** `Main 1, Kyiv, Ukraine`; empty for an empty address. */
export const postalAddressLine = ({
  street,
  house,
  city,
  country,
}: Pick<PostalAddress, 'street' | 'house' | 'city' | 'country'>) =>
  [[street, house].filter(Boolean).join(' '), city, country].filter(Boolean).join(', ');
