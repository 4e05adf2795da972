import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { TargetDevices, TargetSources } from '../../lib/targets/target-sources.ts';
import { selectRole } from '../session/session-slice.ts';
import { useFindTargetDevicesQuery, useGetTargetGroupsQuery } from './targets-api.ts';
import { useTargetNodes } from './use-target-nodes.ts';

const SETTLE_MS = 200;

/** What the picker of targets offers to this user. */
export function useTargetSources(): TargetSources {
  const places = useTargetNodes();
  const { data: groups = [] } = useGetTargetGroupsQuery();
  return { places, groups, devices: useTargetDevices() };
}

function useTargetDevices(): TargetDevices {
  const role = useSelector(selectRole) ?? 'user';
  const [typed, onSearch] = useState('');
  const [opened, onOpened] = useState(false);
  const [q] = useDebouncedValue(typed.trim(), SETTLE_MS);
  const { data: found = [], isFetching } = useFindTargetDevicesQuery({ q, role }, { skip: !opened });
  return { found, searching: isFetching, onSearch, onOpened };
}
