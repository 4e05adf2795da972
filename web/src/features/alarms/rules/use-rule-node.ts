import { useTranslation } from '../../../lib/translation.ts';
import type { SeenNode } from '../../places/seen-nodes-api.ts';
import { type TellablePeople, useTellablePeople } from './use-tellable-people.ts';

export type RuleNode = {
  nodeId: number;
  /** Absent where it is not among the nodes that the person sees. */
  place: SeenNode | undefined;
  /** Names where a value comes from; null is the default. */
  nameOf: (source: number | null) => string;
  people: TellablePeople;
};

export function useRuleNode(nodeId: number, places: ReadonlyMap<number, SeenNode> | undefined): RuleNode {
  const { t } = useTranslation('alarm-rules');
  const place = places?.get(nodeId);
  const nameOf = (source: number | null): string => {
    if (source === null) return t('source.default');
    if (source === nodeId) return t('source.own');
    const name = places?.get(source)?.name;
    return name === undefined ? t('source.above') : t('source.node', { name });
  };
  return { nodeId, place, nameOf, people: useTellablePeople(place) };
}
