import { loadDevicesPage } from '../../features/devices/index.ts';

/** The fleet, with the devices that wait for approval and the client archives. All are loaded when the screen is first opened. */
export async function loadDevicesScreen() {
  const [DevicesPage, { WaitingForApproval }, { ClientVersions }, { OwnersGroup }, { UserPicker }] = await Promise.all([
    loadDevicesPage(),
    import('../../features/device-ownership/approvals/index.ts'),
    import('../../features/firmware/index.ts'),
    import('./owners-group.tsx'),
    import('../../features/users/index.ts'),
  ]);
  return () => (
    <DevicesPage
      approvals={<WaitingForApproval />}
      archives={<ClientVersions groupChoice={(props) => <OwnersGroup {...props} />} />}
      groupChoice={(props) => <OwnersGroup {...props} />}
      ownerChoice={(props) => <UserPicker {...props} />}
    />
  );
}
