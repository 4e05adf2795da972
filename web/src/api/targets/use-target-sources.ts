import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { TargetDevices, TargetOwner, TargetOwners, TargetSources } from '../../lib/targets/target-sources.ts';
import { selectRole } from '../session/session-slice.ts';
import { useFindTargetDevicesQuery, useFindTargetOwnersQuery, useGetTargetGroupsQuery } from './targets-api.ts';
import { useTargetNodes } from './use-target-nodes.ts';

const SETTLE_MS = 200;

/**
 * What the picker of targets offers to this user.
 * @param ofOthers administrators may choose another owner first, where the server permits their places
 */
export function useTargetSources({ ofOthers = false }: { ofOthers?: boolean } = {}): TargetSources {
  const role = useSelector(selectRole) ?? 'user';
  const owners = useTargetOwners();
  const offersOwners = ofOthers && isAdministrator(role);
  const owner = offersOwners ? owners.chosen?.id : undefined;
  const places = useTargetNodes(owner);
  const { data: groups = [] } = useGetTargetGroupsQuery(owner);
  return { places, groups, devices: useTargetDevices(), ...(offersOwners && { owners }) };
}

function useTargetOwners(): TargetOwners {
  const [chosen, onChoose] = useState<TargetOwner | null>(null);
  const [typed, onSearch] = useState('');
  const [opened, onOpened] = useState(false);
  const [settled] = useDebouncedValue(typed.trim(), SETTLE_MS);
  // The field holds the label of the choice until something is typed; this is no search.
  const q = settled === chosen?.label ? '' : settled;
  const { data: found = [], isFetching } = useFindTargetOwnersQuery(q, { skip: !opened });
  return { chosen, found, searching: isFetching, onSearch, onOpened, onChoose };
}

function useTargetDevices(): TargetDevices {
  const role = useSelector(selectRole) ?? 'user';
  const [typed, onSearch] = useState('');
  const [opened, onOpened] = useState(false);
  const [q] = useDebouncedValue(typed.trim(), SETTLE_MS);
  const { data: found = [], isFetching } = useFindTargetDevicesQuery({ q, role }, { skip: !opened });
  return { found, searching: isFetching, onSearch, onOpened };
}
