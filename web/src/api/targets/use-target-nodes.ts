import type { TargetNodes } from '../../lib/targets/target-sources.ts';
import { useErrorMessage } from '../base/use-error-message.ts';
import { useGetTargetNodesQuery } from './targets-api.ts';

/** The nodes of the user's own trees, for pickers. */
export function useTargetNodes(): TargetNodes {
  const messageOf = useErrorMessage();
  const { data, error, isFetching, refetch } = useGetTargetNodesQuery();
  return {
    nodes: data,
    failure: error && messageOf(error),
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
}
