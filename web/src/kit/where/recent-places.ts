import { useState } from 'react';
import { useSelector } from 'react-redux';
import { targetsSchema, type TargetsInput } from '@belfry/schemas/domain/targets';
import type { WhereItem } from '@belfry/schemas/http/places/where';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { selectSession } from '../../lib/session/session-slice.ts';
import { LOCAL_KEYS, readLocal, writeLocal } from '../../lib/storage.ts';
import { isEmpty, oneOf } from './selection.ts';
import { shortName, useWhereQuery } from './where-api.ts';

const KEPT = 5;
/** Of a selection, in its label. */
const NAMED = 3;
const recentSchema = z.array(z.object({ label: z.string(), targets: targetsSchema })).max(KEPT);
type Recent = { label: string; targets: TargetsInput };

/** Where people have spoken, or the single places that they have looked at, from which nothing follows for speaking. */
type Kind = 'spoken' | 'looked-at';
const nameOf = (userId: number, kind: Kind): string =>
  kind === 'spoken' ? `${LOCAL_KEYS.recentPlaces}:${userId}` : `${LOCAL_KEYS.recentPlaces}:${userId}:one`;

/** Selections of this person in this browser, the last first. */
export function useRecentPlaces(kind: Kind): readonly Recent[] {
  const session = useSelector(selectSession);
  return (session && readLocal(nameOf(session.user_id, kind), recentSchema)) ?? [];
}

function useRemember(kind: Kind): (items: readonly WhereItem[], targets: TargetsInput) => void {
  const session = useSelector(selectSession);
  const recent = useRecentPlaces(kind);
  return (items, targets) => {
    if (!session) return;
    const names = items.slice(0, NAMED).map(shortName).join(', ');
    const label = items.length > NAMED ? `${names} …` : names;
    const others = recent.filter((one) => one.label !== label);
    writeLocal(nameOf(session.user_id, kind), [{ label, targets }, ...others].slice(0, KEPT));
  };
}

type Where = {
  targets: TargetsInput;
  setTargets: (targets: TargetsInput) => void;
  /** Notes where something was said, for the next time. */
  remember: () => void;
};

/**
 * The places of a form. Chosen at first: the one that the address names (`?place=`), from which they came; else the only place of the person; else those of the
 * last time.
 */
export function useWhere(right: 'speak' | 'emergency' | 'plan'): Where {
  const note = useRemember('spoken');
  const [choice, setTargets] = useState<TargetsInput | null>(null);
  const only = useOnlyPlace(right);
  const [last] = useRecentPlaces('spoken');
  const from = useAddressedPlace();
  const first: TargetsInput = from === null ? (only ?? last?.targets ?? {}) : { nodes: [from] };
  const targets = choice ?? first;
  const { data } = useWhereQuery({ right: 'read', targets }, { skip: isEmpty(targets) });
  return {
    targets,
    setTargets,
    remember: () => {
      if (!isEmpty(targets) && data) note(data.items, targets);
    },
  };
}

/** The place that one came from, or whose page is open: `?place=7`, `/places/7`. */
function useAddressedPlace(): number | null {
  const { pathname, search } = useLocation();
  const place = Number(/^\/places\/(\d+)/.exec(pathname)?.[1] ?? new URLSearchParams(search).get('place'));
  return place > 0 ? place : null;
}

type FirstPlace = {
  first: number | null;
  /** `first`, else the first organisation, for what is only looked at. */
  shown: number | null;
  remember: (item: WhereItem) => void;
};

/** The place with which a view of one place begins: the only one, or the one of the last time; null: there are several, and it is the first time. */
export function useFirstPlace(): FirstPlace {
  const note = useRemember('looked-at');
  const [last] = useRecentPlaces('looked-at');
  const { data } = useWhereQuery({ right: 'read' });
  const [top, ...others] = (data?.items ?? []).filter(({ kind }) => kind !== 'group');
  const only = others.length === 0 ? (top?.company_id ?? null) : null;
  const first = (last && oneOf(last.targets)) ?? only;
  return {
    first,
    shown: first ?? top?.company_id ?? null,
    remember: (item) => {
      if (item.company_id !== null) note([item], { nodes: [item.company_id] });
    },
  };
}

/**
 * The place at which a loudspeaker is added at first: the one of `useFirstPlace` where it can have some, else the only place right below it. An
 * organisation without places is itself the answer, since the first one is made there; null: it is to be chosen.
 */
export function useFirstRoom(): number | null {
  const { first } = useFirstPlace();
  const named = useWhereQuery({ right: 'read', targets: { nodes: [first ?? 0] } }, { skip: first === null });
  const type = first === null ? undefined : named.data?.items[0]?.type;
  const isAbove = type === 'Main' || type === 'Element';
  const below = useWhereQuery({ right: 'operate', below: first ?? 0 }, { skip: !isAbove });
  if (!isAbove) return type === 'Company' ? first : null;
  const [only, ...others] = below.data?.items ?? [];
  if (below.data !== undefined && only === undefined) return first;
  return only?.type === 'Company' && others.length === 0 ? only.company_id : null;
}

/** The topmost place where all loudspeakers of the person are at one place. */
function useOnlyPlace(right: 'speak' | 'emergency' | 'plan'): TargetsInput | null {
  const top = useWhereQuery({ right });
  const [item, ...others] = (top.data?.items ?? []).filter(({ kind }) => kind !== 'group');
  const targets = item?.company_id != null && others.length === 0 ? { nodes: [item.company_id] } : {};
  const counted = useWhereQuery({ right, targets }, { skip: isEmpty(targets) });
  return counted.data?.places === 1 ? targets : null;
}
