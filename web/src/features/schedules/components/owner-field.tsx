import { useAddressedOwner } from '../../../api/targets/use-target-owners.ts';
import { OwnerChoice } from '../../../ui/targets/owner-choice.tsx';
import { SCHEDULE_TABS, useScheduleAddress } from '../schedule-address.ts';
import { useScheduleOwner } from '../use-schedule-owner.ts';
import classes from './owner-field.module.css';

/** For administrators: whose schedules the page shows; see PLAN-9. */
export function OwnerField() {
  const { address, go } = useScheduleAddress();
  // What the address names besides, such as a place, is that of the former owner.
  const owners = useAddressedOwner(useScheduleOwner(), (next) =>
    go({ tab: SCHEDULE_TABS.find((tab) => tab === address.get('tab')) ?? 'overview', owner: next?.id ?? null }),
  );
  return (
    <div className={classes.field}>
      <OwnerChoice owners={owners} onChanged={() => undefined} />
    </div>
  );
}
