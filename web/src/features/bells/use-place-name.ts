import { usePlaces } from '../places/index.ts';

/** The name of a node; its number until it is known. */
export function usePlaceName(companyId: number): string {
  const { nodes } = usePlaces();
  return nodes?.find(({ company_id }) => company_id === companyId)?.name ?? `#${companyId}`;
}
