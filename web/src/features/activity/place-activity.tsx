import { useOpened } from '../../kit/detail/index.ts';
import { activityFilters } from './activity-address.ts';
import { ActivityDrawer } from './activity-drawer.tsx';
import { ActivityList, useActivityList } from './activity-list.tsx';

const DAYS = 30;

/** What happened at a place in the last month. */
export function PlaceActivity({ companyId }: { companyId: number }) {
  const { opened, to, close } = useOpened();
  const filters = { ...activityFilters.defaults, node: companyId, days: DAYS };
  const list = useActivityList(filters);
  return (
    <>
      <ActivityList
        list={list}
        view="all"
        opened={opened}
        to={to}
        isFiltered={false}
        onReset={() => undefined}
        onLonger={undefined}
      />
      {opened !== null && <ActivityDrawer key={opened} id={opened} messages={list.rows} onClose={close} to={to} />}
    </>
  );
}
