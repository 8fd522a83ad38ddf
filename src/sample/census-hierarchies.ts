/**
 * The taxonomies of the sample census. Their leaves, in tree order, are the values that `census.ts` draws: a value cannot exist
 * without a place in its tree. Age and hours are numbers, birth-date is a date, postcode is coarsened by its prefix; those four
 * need no tree.
 */
import { node } from './taxonomy.ts'

export const censusTaxonomies = {
  sex: node('Any', 'Female', 'Male'),
  race: node(
    'Any',
    'White',
    'Black',
    node('Asian-or-Pacific', 'Asian', 'Pacific-Islander'),
    node('Indigenous-mixed-or-other', 'Indigenous', 'Mixed', 'Other'),
  ),
  'marital-status': node(
    'Any',
    node('Couple', 'Married', 'Registered-partner', 'Married-living-apart'),
    node('No-couple', 'Never-married', node('Formerly-married', 'Separated', 'Divorced', 'Widowed')),
  ),
  // Tree order is also the order from least to most schooling.
  education: node(
    'Any',
    node(
      'School',
      node('Basic-school', 'No-schooling', 'Primary', 'Lower-secondary'),
      node('Secondary-school', 'Upper-secondary-unfinished', 'Upper-secondary'),
    ),
    node(
      'Further',
      node('Vocational', 'Vocational-certificate', 'Technical-diploma'),
      node('College', 'Some-college', 'Associate-degree'),
    ),
    node(
      'Higher',
      node('Undergraduate', 'Bachelor', 'Postgraduate-certificate'),
      node('Advanced', 'Master', 'Professional-degree', 'Doctorate'),
    ),
  ),
  workclass: node(
    'Any',
    node(
      'Working',
      node('Private-sector', 'Private-company', 'Nonprofit'),
      node('Government', 'National-government', 'Regional-government', 'Local-government'),
      node('Self-employed', 'Own-company', 'Freelance', 'Family-business'),
    ),
    node('Not-working', 'Student', 'Unemployed', 'Retired'),
  ),
  occupation: node(
    'Any',
    node(
      'White-collar',
      node('Professional', 'Manager', 'Business-specialist', 'Engineer-scientist', 'Health-professional', 'Teacher'),
      node('Office-and-sales', 'Clerk', 'Sales', 'Technician'),
    ),
    node(
      'Hands-on',
      node('Service', 'Care-worker', 'Food-and-hospitality', 'Protection', 'Cleaning'),
      node('Manual', 'Construction', 'Mechanic', 'Machine-operator', 'Driver', 'Farming'),
    ),
    'No-occupation',
  ),
  country: node(
    'Any',
    node(
      'Americas',
      node('North-America', 'United-States', 'Canada', 'Mexico'),
      node('Caribbean', 'Cuba', 'Dominican-Republic', 'Haiti', 'Jamaica'),
      node('Central-America', 'El-Salvador', 'Guatemala', 'Honduras'),
      node('South-America', 'Brazil', 'Colombia', 'Ecuador', 'Peru', 'Venezuela'),
    ),
    node(
      'Europe',
      node('Western-Europe', 'France', 'Germany', 'Ireland', 'Netherlands', 'United-Kingdom'),
      node('Southern-Europe', 'Greece', 'Italy', 'Portugal', 'Spain'),
      node('Eastern-Europe', 'Czechia', 'Poland', 'Romania', 'Ukraine'),
    ),
    node(
      'Asia',
      node('East-Asia', 'China', 'Japan', 'South-Korea', 'Taiwan'),
      node('South-East-Asia', 'Indonesia', 'Philippines', 'Thailand', 'Vietnam'),
      node('South-Asia', 'Bangladesh', 'India', 'Pakistan'),
      node('West-Asia', 'Iran', 'Iraq', 'Turkey'),
    ),
    node(
      'Africa',
      node('North-Africa', 'Egypt', 'Morocco'),
      node('West-Africa', 'Ghana', 'Nigeria', 'Senegal'),
      node('East-Africa', 'Ethiopia', 'Kenya', 'Somalia'),
    ),
  ),
}
