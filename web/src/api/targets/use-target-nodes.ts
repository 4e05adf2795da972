import type { TargetNodes } from '../../lib/targets/target-sources.ts';
import { useErrorMessage } from '../base/use-error-message.ts';
import { useGetTargetNodesQuery } from './targets-api.ts';

/** The nodes of the trees of a user, by default one's own, for pickers. */
export function useTargetNodes(owner?: number): TargetNodes {
  const messageOf = useErrorMessage();
  const { data, error, isFetching, refetch } = useGetTargetNodesQuery(owner);
  return {
    nodes: data,
    failure: error && messageOf(error),
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
}
