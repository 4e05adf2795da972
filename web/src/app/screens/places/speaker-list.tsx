import { allows } from '@belfry/schemas/domain/actions';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { Text } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { OWNER_ACTIONS, SelectionActions, useListSelection } from '../../../features/devices/index.ts';
import { useGetDevicePageQuery, useGetOwnDevicePageQuery } from '../../../features/devices/devices-api.ts';
import { useRights } from '../../../features/teams/teams-api.ts';
import { useOpened } from '../../../kit/detail/index.ts';
import { Row, Rows, useGrowing } from '../../../kit/list/index.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { When } from '../../../ui/when.tsx';
import { SpeakerDrawer } from '../place/speaker-drawer.tsx';
import { useSpeakerState } from '../place/speaker-states.ts';

/** All loudspeakers that the person sees, each with its place. */
export function SpeakerList({ q }: { q: string }) {
  const { t } = useTranslation(['place', 'list']);
  const role = useSelector(selectRole);
  const stateOf = useSpeakerState();
  const { size, listOf } = useGrowing();
  const { opened, to, close } = useOpened('speaker');
  const all = role !== null && isAdministrator(role);
  const fleet = useGetDevicePageQuery(
    { type: 'all', status: 'all', mode: 'all', q, page: 1, page_size: size, sort: 'needs' },
    { skip: !all },
  );
  const own = useGetOwnDevicePageQuery({ q, page_size: size }, { skip: all });
  const list = all ? listOf(fleet) : listOf(own);
  const serials = list.rows?.map(({ serial }) => serial) ?? [];
  const selection = useListSelection(serials);
  const { show } = selection;
  useEffect(() => show({ page: serials, total: serials.length }));
  const rights = useRights();
  const actions = useMemo(
    () => OWNER_ACTIONS.filter((action) => allows(rights, action === 'group' ? 'edit_groups' : 'set_devices')),
    [rights],
  );
  return (
    <>
      <Rows
        label={t('speakers.title')}
        {...list}
        keyOf={({ serial }) => serial}
        selects={
          actions.length === 0
            ? undefined
            : {
                labelOf: ({ serial, name }) => t('list:tick', { name: name ?? serial }),
                isSelected: ({ serial }) => selection.has(serial),
                onSelect: ({ serial }, _on, range) => selection.click(serial, range),
              }
        }
        empty={<Text size="sm">{t(q === '' ? 'speakers.nowhere' : 'list.none_found')}</Text>}
      >
        {({ serial, status, name, path, last_seen }) => {
          const state = stateOf(status, t(`speaker.status.${status}`));
          return (
            <Row
              to={to(serial)}
              isOpen={opened === serial}
              state={state}
              name={name ?? serial}
              path={path}
              facts={state.text}
              time={status === 'online' || last_seen === null ? undefined : <When at={last_seen} />}
            />
          );
        }}
      </Rows>
      <SelectionActions selection={selection} actions={actions} ofOthers={all} />
      {opened !== null && <SpeakerDrawer key={opened} serial={opened} onClose={close} />}
    </>
  );
}
