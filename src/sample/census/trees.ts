/** The taxonomies of the sample census. Their leaves, in tree order, are the values that `census.ts` draws. */
import { treeFrom } from '../taxonomy.ts'

export const censusTrees = {
  sex: treeFrom('Any: Female Male'),
  race: treeFrom(`
Any:
  White Black
  Asian-or-Pacific: Asian Pacific-Islander
  Indigenous-mixed-or-other: Indigenous Mixed Other`),
  'marital-status': treeFrom(`
Any:
  Couple: Married Registered-partner Married-living-apart
  No-couple: Never-married
    Formerly-married: Separated Divorced Widowed`),
  // Ordered from least to most schooling.
  education: treeFrom(`
Any:
  School:
    Basic-school: No-schooling Primary Lower-secondary
    Secondary-school: Upper-secondary-unfinished Upper-secondary
  Further:
    Vocational: Vocational-certificate Technical-diploma
    College: Some-college Associate-degree
  Higher:
    Undergraduate: Bachelor Postgraduate-certificate
    Advanced: Master Professional-degree Doctorate`),
  workclass: treeFrom(`
Any:
  Working:
    Private-sector: Private-company Nonprofit
    Government: National-government Regional-government Local-government
    Self-employed: Own-company Freelance Family-business
  Not-working: Student Unemployed Retired`),
  occupation: treeFrom(`
Any:
  White-collar:
    Professional: Manager Business-specialist Engineer-scientist Health-professional Teacher
    Office-and-sales: Clerk Sales Technician
  Hands-on:
    Service: Care-worker Food-and-hospitality Protection Cleaning
    Manual: Construction Mechanic Machine-operator Driver Farming
  No-occupation`),
  country: treeFrom(`
Any:
  Americas:
    North-America: United-States Canada Mexico
    Caribbean: Cuba Dominican-Republic Haiti Jamaica
    Central-America: El-Salvador Guatemala Honduras
    South-America: Brazil Colombia Ecuador Peru Venezuela
  Europe:
    Western-Europe: France Germany Ireland Netherlands United-Kingdom
    Southern-Europe: Greece Italy Portugal Spain
    Eastern-Europe: Czechia Poland Romania Ukraine
  Asia:
    East-Asia: China Japan South-Korea Taiwan
    South-East-Asia: Indonesia Philippines Thailand Vietnam
    South-Asia: Bangladesh India Pakistan
    West-Asia: Iran Iraq Turkey
  Africa:
    North-Africa: Egypt Morocco
    West-Africa: Ghana Nigeria Senegal
    East-Africa: Ethiopia Kenya Somalia`),
}
