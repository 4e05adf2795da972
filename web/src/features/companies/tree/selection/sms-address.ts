import type { SelectedAudioDevice } from '../../../../lib/tree-nodes.ts';

/** More devices do not fit into an address that every browser and proxy accepts. */
export const SMS_DEVICES_MAX = 200;

/** The address of the SMS page with the selected devices; null for none and for too many; see TREE-31. */
export const smsAddress = (devices: readonly SelectedAudioDevice[]): string | null =>
  devices.length === 0 || devices.length > SMS_DEVICES_MAX
    ? null
    : `/sms?${new URLSearchParams({ devices: JSON.stringify(devices.map(({ company_id }) => company_id)) }).toString()}`;
