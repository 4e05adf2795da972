import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Stale } from '../../ui/states/stale.tsx';
import { useErrorMessage } from '../../api/base/use-error-message.ts';
import { GroupBoard } from './components/group-board.tsx';
import { useGetGroupsQuery } from './groups-api.ts';

/** The user's groups of devices, to which selected devices of the tree are added; see GROUP-6. */
export function GroupManager() {
  const { t } = useTranslation(['groups', 'common']);
  const errorText = useErrorMessage();
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useGetGroupsQuery();
  if (!data) {
    if (!error) return <LineSkeletons count={3} height={36} />;
    return (
      <ErrorState
        title={t('error.load')}
        message={errorText(error, t('common:error.fallback'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
      <GroupBoard groups={data} settled={!isFetching && !error} />
    </Stale>
  );
}
