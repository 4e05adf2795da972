export type ResponsiblePeopleTable = {
  company_id: number;
  /** In the list of the node, from 1. */
  position: number;
  name: string;
  email: string | null;
  /** With its plus. */
  phone: string | null;
  language: 'en' | 'ru';
};
