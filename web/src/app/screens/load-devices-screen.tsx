import { loadDevicesPage } from '../../features/devices/index.ts';

/** The fleet, with the devices that wait for approval. Both are loaded when the screen is first opened. */
export async function loadDevicesScreen() {
  const [DevicesPage, { WaitingForApproval }] = await Promise.all([
    loadDevicesPage(),
    import('../../features/device-approvals/index.ts'),
  ]);
  return () => <DevicesPage approvals={<WaitingForApproval />} />;
}
