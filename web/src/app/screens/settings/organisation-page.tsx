import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { RequiredSecondFactor } from '../../../features/accounts/passkeys/index.ts';
import { useGetCompanyInfoQuery } from '../../../features/companies/companies-api.ts';
import { useGetPlaceQuery } from '../../../features/places/places-api.ts';
import { LoudnessGroup, OrganisationSession } from '../../../features/shell/settings/index.ts';
import { SampleOrganisationGroup } from '../../../features/sample-organisation/index.ts';
import { SingleSignOnSettings } from '../../../features/single-sign-on/index.ts';
import { OnePlace, useWhereQuery } from '../../../kit/where/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useGetProfileQuery, useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { IdentityLines } from '../place/identity-lines.tsx';
import { SettingLines } from '../place/setting-lines.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** What holds everywhere in an organisation: at its topmost place, and for all of its people. */
export function OrganisationPage() {
  const { t } = useTranslation('settings');
  const isImpersonated = useIsImpersonated();
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  const { owns } = useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ owns: (data?.companies.length ?? 0) > 0 }),
  });
  return (
    <SettingsFrame title={t('pages.organisation')}>
      <TopPlace />
      {owns && !isImpersonated && (
        <>
          <LoudnessGroup />
          <PageSection title={t('rules')}>
            <OrganisationSession />
            <RequiredSecondFactor />
          </PageSection>
        </>
      )}
      {(owns || administers) && <SingleSignOnSettings />}
      <SampleOrganisationGroup />
    </SettingsFrame>
  );
}

/** Who has several chooses one. */
function TopPlace() {
  const { t } = useTranslation('settings');
  const errorText = useErrorMessage();
  const [choice, choose] = useState<number | null>(null);
  const { data, error, isFetching, refetch } = useWhereQuery({ right: 'members' });
  const tops = data?.items.flatMap(({ kind, company_id }) =>
    kind === 'place' && company_id !== null ? [company_id] : [],
  );
  const id = choice ?? tops?.[0];
  if (error && !data)
    return <ErrorState message={errorText(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <PageSection title={t('everywhere')} lead={t('everywhere_lead')}>
      {tops && tops.length > 1 && id !== undefined && (
        <OnePlace label={t('top_place')} right="members" isNeeded value={id} onChange={choose} />
      )}
      {!tops && <LineSkeletons count={8} height={40} />}
      {id !== undefined && <Lines key={id} id={id} />}
    </PageSection>
  );
}

function Lines({ id }: { id: number }) {
  const errorText = useErrorMessage();
  const info = useGetCompanyInfoQuery(id);
  const place = useGetPlaceQuery(id);
  if (info.currentData && place.currentData)
    return (
      <div>
        <IdentityLines info={info.currentData} mayEdit />
        <SettingLines place={place.currentData} mayEdit />
      </div>
    );
  const error = info.error ?? place.error;
  if (!error) return <LineSkeletons count={8} height={40} />;
  const retry = (): void => {
    void info.refetch();
    void place.refetch();
  };
  return <ErrorState message={errorText(error)} onRetry={retry} retrying={info.isFetching || place.isFetching} />;
}
