import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { TargetDevices, TargetSources } from '../../lib/targets/target-sources.ts';
import { selectRole } from '../session/session-slice.ts';
import { useFindTargetDevicesQuery, useGetTargetGroupsQuery } from './targets-api.ts';
import { useOwnerChoice } from './use-target-owners.ts';
import { useTargetNodes } from './use-target-nodes.ts';

const SETTLE_MS = 200;

/** What a picker of targets offers to administrators: a choice among all owners, or what belongs to one; undefined: oneself. */
type Options = { ofOthers: true } | { owner: number | undefined };

/** What the picker of targets offers to this user. */
export function useTargetSources(options: Options): TargetSources {
  const role = useSelector(selectRole) ?? 'user';
  const owners = useOwnerChoice();
  const offersOwners = 'ofOthers' in options && isAdministrator(role);
  const owner = 'owner' in options ? options.owner : offersOwners ? owners.chosen?.id : undefined;
  const places = useTargetNodes(owner);
  const { data: groups = [] } = useGetTargetGroupsQuery(owner);
  const devices = useTargetDevices('owner' in options ? options.owner : null);
  return { places, groups, devices, ...(offersOwners && { owners }) };
}

/** @param owner whose devices; null: all that this user may see */
function useTargetDevices(owner: number | undefined | null): TargetDevices {
  const role = useSelector(selectRole) ?? 'user';
  const [typed, onSearch] = useState('');
  const [opened, onOpened] = useState(false);
  const [q] = useDebouncedValue(typed.trim(), SETTLE_MS);
  const { data: found = [], isFetching } = useFindTargetDevicesQuery({ q, role, owner }, { skip: !opened });
  return { found, searching: isFetching, onSearch, onOpened };
}
