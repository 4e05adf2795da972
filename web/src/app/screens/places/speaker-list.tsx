import { isAdministrator } from '@belfry/schemas/domain/roles';
import { Text } from '@mantine/core';
import { useSelector } from 'react-redux';
import { useGetDevicePageQuery, useGetOwnDevicePageQuery } from '../../../features/devices/devices-api.ts';
import { useOpened } from '../../../kit/detail/index.ts';
import { Row, Rows, useGrowing } from '../../../kit/list/index.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { When } from '../../../ui/when.tsx';
import { SpeakerDrawer } from '../place/speaker-drawer.tsx';
import { SPEAKER_STATES } from '../place/speaker-states.ts';

/** All loudspeakers that the person sees, each with its place. */
export function SpeakerList({ q }: { q: string }) {
  const { t } = useTranslation('place');
  const role = useSelector(selectRole);
  const { size, listOf } = useGrowing();
  const { opened, to, close } = useOpened('speaker');
  const all = role !== null && isAdministrator(role);
  const fleet = useGetDevicePageQuery(
    { type: 'all', status: 'all', mode: 'all', q, page: 1, page_size: size, sort: 'last_seen' },
    { skip: !all },
  );
  const own = useGetOwnDevicePageQuery({ q, page_size: size }, { skip: all });
  return (
    <>
      <Rows
        label={t('speakers.title')}
        {...(all ? listOf(fleet) : listOf(own))}
        keyOf={({ serial }) => serial}
        empty={<Text size="sm">{t(q === '' ? 'speakers.nowhere' : 'list.none_found')}</Text>}
      >
        {({ serial, status, name, path, last_seen }) => (
          <Row
            to={to(serial)}
            isOpen={opened === serial}
            state={{ state: SPEAKER_STATES[status], text: t(`speaker.status.${status}`) }}
            name={name ?? serial}
            path={path}
            facts={t(`speaker.status.${status}`)}
            time={status === 'online' || last_seen === null ? undefined : <When at={last_seen} />}
          />
        )}
      </Rows>
      {opened !== null && <SpeakerDrawer key={opened} serial={opened} onClose={close} />}
    </>
  );
}
