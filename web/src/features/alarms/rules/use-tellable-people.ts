import { useTranslation } from '../../../lib/translation.ts';
import { useGetMembersQuery } from '../../teams/teams-api.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { type SeenNode, useMayAtNode } from '../../places/seen-nodes-api.ts';

export type TellablePeople = {
  /** Empty for people who may not see the members. */
  choices: readonly { value: string; label: string }[];
  nameOf: (person: number) => string;
};

/** The people who can be told of alarms at a node: the owner and the members there and above. */
export function useTellablePeople(place: SeenNode | undefined): TellablePeople {
  const { t } = useTranslation('alarm-rules');
  const sees = useMayAtNode('manage_members')(place);
  const { data: members = [] } = useGetMembersQuery(place && sees ? place.company_id : skipToken);
  const names = new Map(members.map(({ user_id, name }) => [user_id, name]));
  if (place && !names.has(place.owner)) names.set(place.owner, t('owner'));
  return {
    choices: [...names].map(([id, label]) => ({ value: String(id), label })),
    nameOf: (person) => names.get(person) ?? t('person', { id: person }),
  };
}
