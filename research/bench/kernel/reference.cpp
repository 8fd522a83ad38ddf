// The yardstick of the kernel bench, never shipped: the best form we know of in C++. Columns are joined into three composites whose
// codes travel in one 32-bit word, both class counts in one 64-bit word; keys are sums of three table entries with strides folded
// in; keys are counted in a cleared table up to 2^16, in a stamped table up to 2^22, by hashing beyond.
//
//   reference FILE REGIME MILLISECONDS   →   one line: nanoseconds of CPU per evaluation, then the four sums over all generalizations
//
// FILE, little-endian 32-bit: combinations, columns, k, rows, regimes, generalizations per regime; sizes; per column its codes; per
// combination its two class counts; per regime and generalization and column: groups, then the group of each code.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

using std::uint32_t;
using std::uint64_t;

static std::vector<int32_t> readFile(const char* path) {
  FILE* file = std::fopen(path, "rb");
  if (!file) std::exit(2);
  std::fseek(file, 0, SEEK_END);
  std::vector<int32_t> words(std::ftell(file) / 4);
  std::rewind(file);
  if (std::fread(words.data(), 4, words.size(), file) != words.size()) std::exit(2);
  std::fclose(file);
  return words;
}

struct Composite {
  std::vector<int> columns;
  int size = 1;
};

static int combinations, columns, k, totalRows, regimes, perRegime;
static std::vector<int> sizes;
static std::vector<std::vector<uint8_t>> codes;  // all domains of the task have at most 256 codes
static std::vector<uint32_t> rows;
static std::vector<uint64_t> counts;
static std::vector<Composite> composites;
static uint32_t tables[3][2048];
static const uint32_t DENSE = 1u << 16, STAMPED = 1u << 22, HASHED = 1u << 16;
static std::vector<uint64_t> slots(DENSE), totals;
static std::vector<uint32_t> slotRows(DENSE), stamps(STAMPED), representatives;
struct Entry {
  uint32_t stamp, key;
};
static std::vector<Entry> hashed(HASHED);
static uint32_t base = 1;

static void join() {
  std::vector<int> order(columns);
  for (int i = 0; i < columns; i++) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [](int a, int b) { return sizes[a] > sizes[b]; });
  for (int column : order) {
    auto fits = [&](const Composite& c) { return c.size * sizes[column] <= 2048; };
    auto found = std::find_if(composites.begin(), composites.end(), fits);
    if (found == composites.end()) found = composites.insert(composites.end(), Composite{});
    found->columns.push_back(column);
    found->size *= sizes[column];
  }
  std::stable_sort(composites.begin(), composites.end(), [](auto& a, auto& b) { return a.size > b.size; });
  if (composites.size() != 3 || composites[2].size > 1024) std::exit(3);
  for (int i = 0; i < combinations; i++) {
    uint32_t row = 0;
    for (int c = 0; c < 3; c++) {
      uint32_t code = 0;
      for (int column : composites[c].columns) code = code * sizes[column] + codes[column][i];
      row |= code << (11 * c);
    }
    rows.push_back(row);
  }
}

static inline uint32_t keyOf(uint32_t row) {
  return tables[0][row & 2047] + tables[1][(row >> 11) & 2047] + tables[2][row >> 22];
}

/// Counts the classes into totals and representatives; returns how many.
static uint32_t count(const int32_t* const* groupOf, const int32_t* groups) {
  uint64_t radix = 1;
  for (int c = 0; c < 3; c++) {
    uint32_t* table = tables[c];
    int length = 1;
    table[0] = 0;
    for (int at = (int)composites[c].columns.size() - 1; at >= 0; at--) {
      const int column = composites[c].columns[at];
      for (int code = sizes[column] - 1; code >= 0; code--) {
        const uint32_t part = groupOf[column][code] * (uint32_t)radix;
        uint32_t* to = table + code * length;
        for (int x = 0; x < length; x++) to[x] = table[x] + part;
      }
      length *= sizes[column];
      radix *= groups[column];
    }
  }
  uint32_t found = 0;
  if (radix <= DENSE) {
    std::memset(slots.data(), 0, radix * sizeof(uint64_t));
    for (int i = 0; i < combinations; i++) {
      const uint32_t key = keyOf(rows[i]);
      slots[key] += counts[i];
      slotRows[key] = i;
    }
    for (uint32_t key = 0; key < radix; key++) {
      if (slots[key] == 0) continue;
      totals[found] = slots[key];
      representatives[found++] = slotRows[key];
    }
    return found;
  }
  if (base > 0xffffffffu - combinations - 1) {
    std::fill(stamps.begin(), stamps.end(), 0);
    std::fill(hashed.begin(), hashed.end(), Entry{0, 0});
    base = 1;
  }
  const uint32_t from = base;
  if (radix <= STAMPED) {
    for (int i = 0; i < combinations; i++) {
      uint32_t& stamp = stamps[keyOf(rows[i])];
      if (stamp >= from) totals[stamp - from] += counts[i];
      else {
        stamp = from + found;
        totals[found] = counts[i];
        representatives[found++] = i;
      }
    }
  } else {
    for (int i = 0; i < combinations; i++) {
      const uint32_t key = keyOf(rows[i]);
      for (uint32_t hash = (key * 0x9e3779b1u) >> 16;; hash = (hash + 1) & (HASHED - 1)) {
        Entry& entry = hashed[hash];
        if (entry.stamp < from) {
          entry = {from + found, key};
          totals[found] = counts[i];
          representatives[found++] = i;
          break;
        }
        if (entry.key == key) {
          totals[entry.stamp - from] += counts[i];
          break;
        }
      }
    }
  }
  base += found;
  return found;
}

struct Sums {
  uint64_t suppressed = 0, discernibility = 0, wrong = 0, widths = 0;
};

static void evaluate(const int32_t* const* groupOf, const int32_t* groups, Sums& sums) {
  static std::vector<std::vector<int>> widthOf(columns, std::vector<int>(256));
  for (int column = 0; column < columns; column++) {
    for (int from = 0; from < sizes[column];) {
      int to = from;
      while (to + 1 < sizes[column] && groupOf[column][to + 1] == groupOf[column][from]) to++;
      for (int code = from; code <= to; code++) widthOf[column][code] = to - from;
      from = to + 1;
    }
  }
  const uint32_t classes = count(groupOf, groups);
  uint64_t suppressed = 0, discernibility = 0, wrong = 0, widths = 0;
  for (uint32_t c = 0; c < classes; c++) {
    const uint32_t no = (uint32_t)totals[c], yes = (uint32_t)(totals[c] >> 32), size = no + yes;
    if ((int)size < k) {
      suppressed += size;
      continue;
    }
    discernibility += (uint64_t)size * size;
    wrong += no < yes ? no : yes;
    int width = 0;
    for (int column = 0; column < columns; column++) width += widthOf[column][codes[column][representatives[c]]];
    widths += (uint64_t)size * width;
  }
  sums.suppressed += suppressed;
  sums.discernibility += discernibility + suppressed * totalRows;
  sums.wrong += wrong + suppressed;
  sums.widths += widths;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::vector<int32_t> words = readFile(argv[1]);
  const int regime = std::atoi(argv[2]);
  const double budget = std::atof(argv[3]) * 1e6;
  const int32_t* at = words.data();
  combinations = *at++, columns = *at++, k = *at++, totalRows = *at++, regimes = *at++, perRegime = *at++;
  sizes.assign(at, at + columns), at += columns;
  for (int column = 0; column < columns; column++) {
    codes.emplace_back(at, at + combinations);
    at += combinations;
  }
  for (int i = 0; i < combinations; i++, at += 2) counts.push_back((uint64_t)at[0] | (uint64_t)at[1] << 32);
  totals.resize(combinations), representatives.resize(combinations);
  join();
  std::vector<std::vector<const int32_t*>> groupOf;
  std::vector<std::vector<int32_t>> groups;
  for (int r = 0; r < regimes; r++) {
    for (int g = 0; g < perRegime; g++) {
      std::vector<const int32_t*> own;
      std::vector<int32_t> ownGroups;
      for (int column = 0; column < columns; column++) {
        ownGroups.push_back(*at++);
        own.push_back(at);
        at += sizes[column];
      }
      if (r == regime) groupOf.push_back(own), groups.push_back(ownGroups);
    }
  }
  Sums sums, ignored;
  for (int g = 0; g < perRegime; g++) evaluate(groupOf[g].data(), groups[g].data(), sums);
  for (int g = 0; g < perRegime; g++) evaluate(groupOf[g].data(), groups[g].data(), ignored);
  const std::clock_t start = std::clock();
  double spent = 0;
  int evaluations = 0;
  while (spent < budget) {
    for (int g = 0; g < perRegime; g++) evaluate(groupOf[g].data(), groups[g].data(), ignored);
    evaluations += perRegime;
    spent = 1e9 * (std::clock() - start) / CLOCKS_PER_SEC;
  }
  std::printf("%.1f %llu %llu %llu %llu\n", spent / evaluations, (unsigned long long)sums.suppressed,
              (unsigned long long)sums.discernibility, (unsigned long long)sums.wrong, (unsigned long long)sums.widths);
  return ignored.suppressed == 0xffffffffffffffffull;
}
