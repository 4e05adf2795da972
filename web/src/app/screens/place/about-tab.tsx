import { Stack } from '@mantine/core';
import type { PlacePage } from '@belfry/schemas/http/places/places';
import type { Member } from '@belfry/schemas/http/teams/members';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { PlaceRules } from '../../../features/alarms/index.ts';
import { useGetCompanyInfoQuery } from '../../../features/companies/companies-api.ts';
import { ResponsibleButton } from '../../../features/companies/element-form/index.ts';
import { FloorPlanDialog } from '../../../features/map/index.ts';
import { PeopleDialog } from '../../../features/teams/index.ts';
import { useGetMembersQuery } from '../../../features/teams/teams-api.ts';
import { Technical } from '../../../kit/detail/index.ts';
import { EditableLine } from '../../../kit/form/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { IdentityLines } from './identity-lines.tsx';
import { useMayHere } from './place-head.tsx';
import { SettingLines } from './setting-lines.tsx';
import classes from './place.module.css';

/** What holds at a place, who has rights at it, and who is told. */
export function AboutTab({ place }: { place: PlacePage }) {
  const { t } = useTranslation('place');
  const errorText = useErrorMessage();
  const may = useMayHere(place);
  // See TREE-37.
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  const { currentData: info, error, refetch, isFetching } = useGetCompanyInfoQuery(place.company_id);
  if (error && !info)
    return <ErrorState message={errorText(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!info) return <LineSkeletons count={8} height={40} />;
  return (
    <>
      <IdentityLines info={info} mayEdit={may.edit} />
      <SettingLines place={place} mayEdit={may.edit} />
      {may.people && <People place={place} />}
      <Plan place={place} mayEdit={may.edit} />
      <section aria-label={t('about.told')}>
        <h2 className={classes.title}>{t('about.told')}</h2>
        <Stack gap="md" align="stretch">
          {may.edit && (
            <div>
              <ResponsibleButton companyId={place.company_id} />
            </div>
          )}
          <PlaceRules companyId={place.company_id} />
        </Stack>
      </section>
      {administers && (
        <Technical>
          <CopyText value={JSON.stringify(info, null, 2)} className={classes.json ?? ''} />
        </Technical>
      )}
    </>
  );
}

function People({ place }: { place: PlacePage }) {
  const { t } = useTranslation(['place', 'teams']);
  const [open, setOpen] = useState(false);
  const { data: members = [] } = useGetMembersQuery(place.company_id);
  const names = [...Map.groupBy(members, ({ user_id }) => user_id).values()].map((roles) => nameOf(roles));
  function nameOf(roles: readonly Member[]): string {
    return `${roles[0]?.name ?? ''} (${[...new Set(roles.map(({ role }) => t(`teams:roles.${role}`)))].join(', ')})`;
  }
  return (
    <>
      <EditableLine
        label={t('about.people')}
        value={names.length === 0 ? t('about.none') : names.join(' · ')}
        onOpen={() => setOpen(true)}
      />
      {open && <PeopleDialog node={place} onClose={() => setOpen(false)} />}
    </>
  );
}

function Plan({ place, mayEdit }: { place: PlacePage; mayEdit: boolean }) {
  const { t } = useTranslation('place');
  const [open, setOpen] = useState(false);
  return (
    <>
      <EditableLine
        label={t('about.plan')}
        value={null}
        changeLabel={t('about.plan_show')}
        onOpen={() => setOpen(true)}
      />
      {open && (
        <FloorPlanDialog node={place} devices={place.speakers} mayEdit={mayEdit} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
