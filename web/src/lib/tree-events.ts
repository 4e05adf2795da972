import type { SelectedAudioDevice } from './selected-audio.ts';

/**
 * What the company tree and its neighbours tell each other; see TREE-29. Each event carries
 * audio devices: `selectedAudio` all that are selected now, the other two those that are meant; `getSelectedAudio`
 * asks for `selectedAudio` and carries none.
 */
export const TREE_EVENTS = {
  selectedAudio: 'companyTree:selectedAudio',
  getSelectedAudio: 'companyTree:getSelectedAudio',
  toggleAudio: 'companyTree:toggleAudio',
  unselectAudio: 'companyTree:unselectAudio',
} as const;
type TreeEvent = keyof typeof TREE_EVENTS;
export type TreeEventDetail = { devices: readonly SelectedAudioDevice[] };

function dispatch(event: TreeEvent, devices: readonly SelectedAudioDevice[]): void {
  const detail: TreeEventDetail = { devices };
  globalThis.dispatchEvent(new CustomEvent(TREE_EVENTS[event], { detail }));
}

/** The tree says what is selected: at every change, and when it is asked. */
export const publishSelectedAudio = (devices: readonly SelectedAudioDevice[]): void =>
  dispatch('selectedAudio', devices);
/** Asks the tree, which answers at once with `selectedAudio`; where no tree is open nobody answers. */
export const requestSelectedAudio = (): void => dispatch('getSelectedAudio', []);
/** Selects those of the devices that are not selected, and the other way round. */
export const toggleAudio = (devices: readonly SelectedAudioDevice[]): void => dispatch('toggleAudio', devices);
/** Takes the devices out of the selection. */
export const unselectAudio = (devices: readonly SelectedAudioDevice[]): void => dispatch('unselectAudio', devices);

/** Listens to one kind of event. @returns the undo */
export function onTreeEvent(event: TreeEvent, listener: (devices: readonly SelectedAudioDevice[]) => void): () => void {
  const receive = (received: Event): void => {
    const detail: unknown = received instanceof CustomEvent ? received.detail : null;
    listener(hasDevices(detail) ? detail.devices : []);
  };
  globalThis.addEventListener(TREE_EVENTS[event], receive);
  return () => globalThis.removeEventListener(TREE_EVENTS[event], receive);
}

/** Anybody on the page can send an event: one of another shape carries nobody. */
const hasDevices = (detail: unknown): detail is TreeEventDetail =>
  typeof detail === 'object' && detail !== null && 'devices' in detail && Array.isArray(detail.devices);
