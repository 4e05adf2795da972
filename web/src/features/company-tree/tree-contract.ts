import type { MainCompany } from '@belfry/schemas/http/companies';

/**
 * What the page gives to the tree panel. The page draws the frame around it (title, show and hide) and has loaded the
 * tree (`useGetCompanyTreeQuery(company.company_id)`) before the panel appears; the panel draws everything inside.
 */
export type TreePanelProps = { company: MainCompany };
