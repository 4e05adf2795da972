import type pg from 'pg';

/** How many nodes of each type a tree has below its main company, and how many of its device nodes have a device. */
export interface TreeSize {
  elements: number;
  companies: number;
  devices: number;
  bound: number;
}

/** Inserts a main company with elements, companies and devices below each other. @returns the id of the main company */
export async function insertTree(pool: pg.Pool, userId: number, size: TreeSize): Promise<number> {
  const [main = 0] = await insert(pool, `select null::int, null::int, 0, ${userId}, 'Main', 'Bench'`);
  const below = (parents: readonly number[], count: number, level: number, type: string): Promise<number[]> =>
    insert(
      pool,
      `select ($1::int[])[1 + n % ${parents.length}], ${main}, ${level}, ${userId}, '${type}', '${type} ' || n
       from generate_series(1, ${count}) n`,
      [parents],
    );
  const elements = await below([main], size.elements, 1, 'Element');
  const companies = await below(elements, size.companies, 2, 'Company');
  const devices = await below(companies, size.devices, 3, 'Device');
  await pool.query(
    `update devices d set company_id = b.company_id, user_id = ${userId}
     from (select device_id, ($1::int[])[row_number() over ()] as company_id from devices where company_id is null limit ${size.bound}) b
     where b.device_id = d.device_id`,
    [devices],
  );
  await pool.query('vacuum analyze companies, devices');
  return main;
}

async function insert(pool: pg.Pool, nodes: string, values: unknown[] = []): Promise<number[]> {
  const { rows } = await pool.query<{ company_id: number }>(
    `insert into companies (parent_company_id, main_company_id, level, user_id, type, name, city, time_zone_utc,
       default_language, default_voice)
     select n.*, 'Riga', 180, 'ru', 'ru-RU-Standard-A' from (${nodes}) n returning company_id`,
    values,
  );
  return rows.map(({ company_id }) => company_id);
}
