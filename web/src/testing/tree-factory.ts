import type { CompanyInfo, CompanyNode, MainCompany } from '@belfry/schemas/http/companies/companies';

export const aNode = (company_id: number, override: Partial<CompanyNode> = {}): CompanyNode => ({
  company_id,
  parent_company_id: null,
  user_id: 1,
  name: `Node ${company_id}`,
  description: null,
  type: 'Element',
  continent: null,
  country: null,
  city: null,
  street: null,
  house: null,
  zip: null,
  device_type: null,
  serial: null,
  status: null,
  emblem: null,
  coordinates: null,
  ...override,
});

export const aCompanyInfo = (node: CompanyNode, override: Partial<CompanyInfo> = {}): CompanyInfo => ({
  ...node,
  time_zone_utc: 60,
  default_language: 'ru',
  default_voice: 'ru-RU-Standard-A',
  time_zone: null,
  clock_required: null,
  volume_max: null,
  quiet_hours: null,
  trim_db: null,
  sound_test: null,
  lead_in: null,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
  ...override,
});

export const aMainCompany = (company_id: number, override: Partial<MainCompany> = {}): MainCompany => ({
  company_id,
  user_id: 1,
  name: `Company ${company_id}`,
  description: null,
  continent: null,
  country: null,
  emblem: null,
  subcompany_count: 0,
  ...override,
});

export const serialOf = (id: number): string => `1111-1111-1111-${String(id % 10_000).padStart(4, '0')}`;

/** A typical company: Main → North (Shop 1 → two speakers) and South (Shop 2 → a speaker and a screen). */
export const SHOPS: CompanyNode[] = [
  aNode(1, { name: 'Main', type: 'Main' }),
  aNode(2, { parent_company_id: 1, name: 'North' }),
  aNode(3, { parent_company_id: 2, name: 'Shop 1', type: 'Company', city: 'Kyiv', street: 'Main', house: '1' }),
  aNode(4, { parent_company_id: 3, name: 'Door', type: 'Device', serial: serialOf(4), status: 'online' }),
  aNode(5, { parent_company_id: 3, name: 'Hall', type: 'Device', serial: serialOf(5), status: 'offline' }),
  aNode(6, { parent_company_id: 1, name: 'South' }),
  aNode(7, { parent_company_id: 6, name: 'Shop 2', type: 'Company', city: 'Odesa', street: 'Sea', house: '2' }),
  aNode(8, { parent_company_id: 7, name: 'Till', type: 'Device', serial: serialOf(8), status: 'online' }),
  aNode(9, { parent_company_id: 7, name: 'Screen', type: 'Device', device_type: 'video' }),
];
