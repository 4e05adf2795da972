import { Button, Menu } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useDispatch, useSelector } from 'react-redux';
import { baseApi, TAGS } from '../../lib/api/base-api.ts';
import { onOrganisationChanged, readOrganisation, writeOrganisation } from '../../lib/session/organisation.ts';
import { LOCAL_KEYS } from '../../lib/storage.ts';
import { selectSession } from '../../lib/session/session-slice.ts';
import { useGetOwnAccessQuery } from './teams-api.ts';

const ALL = 'all';

function useReload(): () => void {
  const dispatch = useDispatch();
  return () => void dispatch(baseApi.util.invalidateTags([...TAGS]));
}

/** The organisation whose objects lists show, for people who work in several; nothing for everybody else. */
export function OrganisationSwitch() {
  const { t } = useTranslation('teams');
  const reload = useReload();
  // It was chosen in another tab.
  useWindowEvent('storage', ({ key }) => {
    if (key === LOCAL_KEYS.organisation) reload();
  });
  const { value: current, organisations } = useOrganisations();
  if (organisations.length < 2) return null;
  const label = organisations.find(({ value }) => value === current)?.label ?? t('all_organisations');
  return (
    <Menu position="bottom-end" shadow="md" withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          h={32}
          fz="sm"
          maw={200}
          leftSection={<IconBuilding size={16} stroke={1.5} aria-hidden />}
          aria-label={`${t('organisation')}: ${label}`}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('organisation')}>
        <OrganisationItems />
      </Menu.Dropdown>
    </Menu>
  );
}

export function OrganisationItems() {
  const { t } = useTranslation('teams');
  const { value: current, choose, organisations } = useOrganisations();
  if (organisations.length < 2) return null;
  return (
    <>
      <Menu.Label>{t('organisation')}</Menu.Label>
      <Menu.RadioGroup value={current} onChange={choose}>
        {[{ value: ALL, label: t('all_organisations') }, ...organisations].map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function useOrganisations() {
  const { t } = useTranslation('teams');
  const ownId = useSelector(selectSession)?.user_id;
  const { data: access } = useGetOwnAccessQuery();
  const organisationId = useSyncExternalStore(onOrganisationChanged, readOrganisation);
  const names = new Map(
    (access ?? []).map(({ organisation_id, organisation_name }) => [organisation_id, organisation_name]),
  );
  const organisations = [...names].map(([id, name]) => ({
    value: String(id),
    label: id === ownId ? t('own_organisation') : name,
  }));
  const reload = useReload();
  const store = (organisation: number | null): void => {
    writeOrganisation(organisation);
    reload();
  };
  const choose = (value: string): void => store(value === ALL ? null : Number(value));
  const ended = access !== undefined && organisationId !== null && !names.has(organisationId);
  const leave = useEffectEvent(() => store(null));
  // Lists of an organisation that one has left would all be refused.
  useEffect(() => {
    if (ended) leave();
  }, [ended]);
  return { value: organisationId === null || ended ? ALL : String(organisationId), choose, organisations };
}
