import { useWhereQuery } from '../../kit/where/index.ts';

/** The name of a node; its number until it is known. */
export function usePlaceName(companyId: number): string {
  const { data } = useWhereQuery({ right: 'read', targets: { nodes: [companyId] } }, { skip: companyId === 0 });
  return data?.items[0]?.name ?? `#${companyId}`;
}
