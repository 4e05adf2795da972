import { z } from 'zod';

/** The type of a node: in requests its name or its index in this list; see TREE-1. */
export const COMPANY_TYPES = ['Main', 'Element', 'Company', 'Device'] as const;
export type CompanyType = (typeof COMPANY_TYPES)[number];

/** Which types a parent may contain; see TREE-2. */
export const CHILD_TYPES: Record<CompanyType, readonly CompanyType[]> = {
  Main: ['Element', 'Company'],
  Element: ['Element', 'Company'],
  Company: ['Device'],
  Device: [],
};
export const canContain = (parent: CompanyType, child: CompanyType): boolean => CHILD_TYPES[parent].includes(child);

/** `2`, `'2'`, `'company'` and `'Company'` are the same type. */
export const companyTypeSchema = z
  .union([z.int().min(0).max(3), z.string().trim().max(10)])
  .transform((given, context) => {
    const type = /^\d$/.test(String(given))
      ? COMPANY_TYPES[Number(given)]
      : COMPANY_TYPES.find((name) => name.toLowerCase() === String(given).toLowerCase());
    if (type) return type;
    context.addIssue({ code: 'custom', message: `Type must be one of ${COMPANY_TYPES.join(', ')}` });
    return z.NEVER;
  });

/** Maximum text lengths that the server accepts, in characters; the larger limit if two forms differ; see TREE-5. */
export const COMPANY_LIMITS = {
  name: 32,
  description: 64,
  continent: 24,
  country: 24,
  city: 20,
  street: 25,
  house: 10,
  zip: 10,
  emblem: 4,
} as const;

/** For a country that is selected from the list, whose longest name has 45 characters. */
export const COUNTRY_NAME_MAX = 64;

/** Maximum lengths of name and description in the forms of the tree, in characters; see TREE-6. */
export const NODE_NAME_MAX = 15;
export const NODE_DESCRIPTION_MAX = 20;

export const GROUP_NAME_MAX = 40;

/** The settings where no node sets them; see TREE-8 and TREE-56. */
export const DEFAULT_COMPANY_OFFSET_MINUTES = 180;
export const DEFAULT_COMPANY_LANGUAGE = 'ru';
export const DEFAULT_COMPANY_VOICE = 'ru-RU-Standard-A';

export const TREE_DEPTH_MAX = 64;
/** The maximum nodes of one tree, main companies and groups of one user, and devices of one group. */
export const TREE_NODES_MAX = 20_000;
export const MAIN_COMPANIES_MAX = 500;
export const GROUPS_MAX = 200;
export const GROUP_DEVICES_MAX = 5_000;
