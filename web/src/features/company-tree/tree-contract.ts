import type { MainCompany } from '@belfry/schemas/http/companies';

/**
 * The properties of the tree panel. The page renders the frame around it (title, show and hide) and has loaded the
 * tree (`useGetCompanyTreeQuery(company.company_id)`) before the panel is mounted; the panel renders the content.
 */
export type TreePanelProps = { company: MainCompany };
