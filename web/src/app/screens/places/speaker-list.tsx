import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { Text } from '@mantine/core';
import { useSelector } from 'react-redux';
import { useState } from 'react';
import { useGetDevicePageQuery, useGetOwnDevicePageQuery } from '../../../features/devices/devices-api.ts';
import { useOpened } from '../../../kit/detail/index.ts';
import { Row, Rows, type RowState } from '../../../kit/list/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { When } from '../../../ui/when.tsx';
import { SpeakerDrawer } from '../place/speaker-drawer.tsx';

const STEP = 100;
const ROWS_MAX = 500;
const STATES: Record<Device['status'], RowState> = { online: 'ok', offline: 'wrong', maintenance: 'look' };

/** All loudspeakers that the person sees, each with its place. */
export function SpeakerList({ q }: { q: string }) {
  const { t } = useTranslation('place');
  const errorText = useErrorMessage();
  const role = useSelector(selectRole);
  const [size, setSize] = useState(STEP);
  const { opened, to, close } = useOpened('speaker');
  const all = role !== null && isAdministrator(role);
  const fleet = useGetDevicePageQuery(
    { type: 'all', status: 'all', mode: 'all', q, page: 1, page_size: size, sort: 'last_seen' },
    { skip: !all },
  );
  const own = useGetOwnDevicePageQuery({ q, page_size: size }, { skip: all });
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = all ? fleet : own;
  const hasMore = data !== undefined && data.rows.length < data.total && size < ROWS_MAX;
  return (
    <>
      <Rows
        label={t('speakers.title')}
        rows={data?.rows}
        keyOf={({ serial }) => serial}
        empty={<Text size="sm">{t(q === '' ? 'speakers.nowhere' : 'list.none_found')}</Text>}
        failure={
          error && {
            message: errorText(error),
            onRetry: () => void refetch(),
            retrying: isFetching,
            since: fulfilledTimeStamp ?? 0,
          }
        }
        more={
          hasMore ? { isLoading: isFetching, load: () => setSize((now) => Math.min(now + STEP, ROWS_MAX)) } : undefined
        }
      >
        {({ serial, status, name, path, last_seen }) => (
          <Row
            to={to(serial)}
            isOpen={opened === serial}
            state={{ state: STATES[status], text: t(`speaker.status.${status}`) }}
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
