import java.nio.charset.StandardCharsets;
import org.deidentifier.arx.ARXAnonymizer;
import org.deidentifier.arx.ARXConfiguration;
import org.deidentifier.arx.ARXConfiguration.AnonymizationAlgorithm;
import org.deidentifier.arx.ARXLattice.ARXNode;
import org.deidentifier.arx.ARXResult;
import org.deidentifier.arx.AttributeType.Hierarchy;
import org.deidentifier.arx.Data;
import org.deidentifier.arx.criteria.KAnonymity;
import org.deidentifier.arx.metric.Metric;

/**
 * Asks ARX for a level of each column: all of them optimal, or the best that its genetic search has after so many seconds. Prints the levels in
 * the order of the columns, then the seconds that the search took. Run from source by peer.ts, with the jar on the class path.
 */
public class Peer {
  public static void main(String[] words) throws Exception {
    String folder = words[0];
    int columns = Integer.parseInt(words[1]);
    int k = Integer.parseInt(words[2]);
    int seconds = Integer.parseInt(words[3]);
    Data data = Data.create(folder + "/data.csv", StandardCharsets.UTF_8, ';');
    for (int column = 0; column < columns; column++) {
      Hierarchy hierarchy = Hierarchy.create(folder + "/" + column + ".csv", StandardCharsets.UTF_8, ';');
      data.getDefinition().setAttributeType("c" + column, hierarchy);
    }
    ARXConfiguration configuration = ARXConfiguration.create();
    configuration.addPrivacyModel(new KAnonymity(k));
    configuration.setSuppressionLimit(1d);
    configuration.setQualityModel(Metric.createLossMetric(0.5d, Metric.AggregateFunction.ARITHMETIC_MEAN));
    if (seconds > 0) {
      configuration.setAlgorithm(AnonymizationAlgorithm.BEST_EFFORT_GENETIC);
      configuration.setHeuristicSearchTimeLimit(1000 * seconds);
    }
    long began = System.nanoTime();
    ARXResult result = new ARXAnonymizer().anonymize(data, configuration);
    double took = (System.nanoTime() - began) / 1e9;
    ARXNode best = result.getGlobalOptimum();
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < columns; column++) line.append(best.getGeneralization("c" + column)).append(' ');
    System.out.println(line.append(took));
  }
}
