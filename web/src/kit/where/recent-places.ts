import { useState } from 'react';
import { useSelector } from 'react-redux';
import { targetsSchema, type TargetsInput } from '@belfry/schemas/domain/targets';
import { z } from 'zod';
import { selectSession } from '../../lib/session/session-slice.ts';
import { LOCAL_KEYS, readLocal, writeLocal } from '../../lib/storage.ts';
import { isEmpty } from './selection.ts';
import { shortName, useWhereQuery } from './where-api.ts';

const KEPT = 5;
const recentSchema = z.array(z.object({ label: z.string(), targets: targetsSchema })).max(KEPT);
type Recent = { label: string; targets: TargetsInput };

const nameOf = (userId: number): string => `${LOCAL_KEYS.recentPlaces}:${userId}`;

/** Where this person has spoken from this browser, the last first. */
export function useRecentPlaces(): readonly Recent[] {
  const session = useSelector(selectSession);
  return (session && readLocal(nameOf(session.user_id), recentSchema)) ?? [];
}

type Where = {
  targets: TargetsInput;
  setTargets: (targets: TargetsInput) => void;
  /** Notes where something was said, for the next time. */
  remember: () => void;
};

/**
 * The places of a form. Chosen at first: the only place of the person; else the one that the address names (`?place=`); else those of the
 * last time.
 */
export function useWhere(right: 'speak' | 'emergency' | 'plan'): Where {
  const session = useSelector(selectSession);
  const recent = useRecentPlaces();
  const [chosen, setTargets] = useState<TargetsInput | null>(null);
  const place = Number(new URLSearchParams(globalThis.location.search).get('place'));
  const only = useOnlyPlace(right);
  const [last] = recent;
  const first: TargetsInput = only ?? (place > 0 ? { nodes: [place] } : (last?.targets ?? {}));
  const targets = chosen ?? first;
  const { data } = useWhereQuery({ right: 'read', targets }, { skip: isEmpty(targets) });
  return {
    targets,
    setTargets,
    remember: () => {
      if (!session || isEmpty(targets) || !data) return;
      const label = data.items.slice(0, 3).map(shortName).join(', ') + (data.items.length > 3 ? ' …' : '');
      const entry = { label, targets };
      writeLocal(nameOf(session.user_id), [entry, ...recent.filter((one) => one.label !== label)].slice(0, KEPT));
    },
  };
}

/** The topmost place where all loudspeakers of the person are at one place. */
function useOnlyPlace(right: 'speak' | 'emergency' | 'plan'): TargetsInput | null {
  const top = useWhereQuery({ right });
  const [item, ...others] = (top.data?.items ?? []).filter(({ kind }) => kind !== 'group');
  const targets = item?.company_id != null && others.length === 0 ? { nodes: [item.company_id] } : {};
  const counted = useWhereQuery({ right, targets }, { skip: isEmpty(targets) });
  return counted.data?.places === 1 ? targets : null;
}
