import type { ComponentProps } from 'react';
import { WaitingForApproval } from '../../features/device-ownership/approvals/index.ts';
import { DevicesPage } from '../../features/devices/index.ts';
import { ClientVersions } from '../../features/firmware/index.ts';
import { UserPicker } from '../../features/users/index.ts';
import { OwnersGroup } from './owners-group.tsx';

type Props = ComponentProps<typeof DevicesPage>;
const groupChoice: Props['groupChoice'] = (props) => <OwnersGroup {...props} />;
const ownerChoice: Props['ownerChoice'] = (props) => <UserPicker {...props} />;

/** The fleet, with the devices that wait for approval and the client archives. */
export function DevicesScreen() {
  return (
    <DevicesPage
      approvals={<WaitingForApproval />}
      archives={<ClientVersions groupChoice={groupChoice} />}
      groupChoice={groupChoice}
      ownerChoice={ownerChoice}
    />
  );
}
