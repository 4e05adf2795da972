import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useChoiceSearch } from '../../lib/hooks/use-choice-search.ts';
import type { TargetOwner, TargetOwners } from '../../lib/targets/target-sources.ts';
import { useFindTargetOwnersQuery, useGetTargetOwnerQuery } from './targets-api.ts';

type Choice = Pick<TargetOwners, 'chosen' | 'onChoose'>;

/** The people whose places an administrator may choose, searched on the server. */
export function useTargetOwners({ chosen, onChoose }: Choice): TargetOwners {
  const { q, opened, isTyping, onSearch, onOpened } = useChoiceSearch();
  const { data: found = [], isFetching } = useFindTargetOwnersQuery(q, { skip: !opened });
  return { chosen, found, searching: isTyping || isFetching, onSearch, onOpened, onChoose };
}

/** The owners to choose from, of whom the open page keeps the chosen one. */
export function useOwnerChoice(): TargetOwners {
  const [chosen, onChoose] = useState<TargetOwner | null>(null);
  return useTargetOwners({ chosen, onChoose });
}

/** The same for an owner whom the address names. */
export function useAddressedOwner(owner: number | undefined, onChoose: TargetOwners['onChoose']): TargetOwners {
  const { data } = useGetTargetOwnerQuery(owner ?? skipToken);
  const chosen = owner === undefined ? null : { id: owner, label: data?.label ?? `#${owner}` };
  return useTargetOwners({ chosen, onChoose });
}
